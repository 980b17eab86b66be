// The page to look around in. Without a browser, it is looked at as text.

// RUN: pjrt dump --format=html %s > %t.html
// RUN: ! grep -iE 'https?:|src=|href=|@import' %t.html
// RUN: test $(grep -c '<script' %t.html) = $(grep -c '</script>' %t.html)
// RUN: pjrt dump --format=html --to=%t.dir %s && diff <(sed 's/"milliseconds":[0-9.]*//g' %t.html) <(sed 's/"milliseconds":[0-9.]*//g' %t.dir/module_0001.page.html)
// RUN: pjrt dump --format=html - < %s | grep '<title>page · pjrt</title>'
// RUN: exits 3 pjrt dump --format=html --stage=hlo %s
// RUN: exits 3 pjrt dump --format=html --cost %s
// RUN: exits 3 pjrt dump --format=html --diff=fusion %s
// RUN: exits 3 pjrt dump --format=html --after=fusion %s

// After all passes, nothing selected: the state is described.
// RUN: ! command -v chromium || testdata/dump/browse.sh %t.html '' | FileCheck %s --check-prefix=FIRST
// FIRST: <html {{.*}}data-ready-ms=
// FIRST: <h1 id="name">page</h1>
// FIRST: <h2>scheduled</h2>
// FIRST: <th>Computations</th>
// FIRST: <h3>Kinds</h3>

// An address selects a state and an instruction.
// RUN: ! command -v chromium || testdata/dump/browse.sh %t.html 'pass=0&select=tanh.2' | FileCheck %s --check-prefix=SELECTED
// SELECTED: <h2>tanh.2</h2>
// SELECTED: <th>Shape</th>
// SELECTED-NEXT: <td>f32[8,8]</td>
// SELECTED: <th>Layout</th>
// SELECTED-NEXT: <td>{1,0}</td>
// SELECTED: <th>Transcendentals</th>
// SELECTED-NEXT: <td>64</td>
// SELECTED: <h3>Operands</h3>
// SELECTED: title="Arg_0"
// SELECTED: <h3>Users</h3>
// SELECTED: title="call.3"
// SELECTED: <h3>Source</h3>
// SELECTED: <pre>%t = stablehlo.tanh %x : tensor&lt;8x8xf32&gt; loc("&lt;/script&gt;&lt;b&gt;")</pre>
// SELECTED: <div>&lt;/script&gt;&lt;b&gt;</div>
// SELECTED: <h3>History</h3>
// SELECTED: <small>gone</small>
// SELECTED: <footer id="passes">
// SELECTED: class="current">as read<

// A click on a fusion selects it, one on its arrow opens it; one inside selects there.
// RUN: ! command -v chromium || testdata/dump/browse.sh %t.html 'pass=fusion%231' "$(sed -n '/^\/\/ SCRIPT:/s///p' %s)" | FileCheck %s --check-prefix=CLICKED
// SCRIPT: const fusion = app.state.computation('main').instructions.find(i => i.opcode === 'fusion');
// SCRIPT: const click = (key, fromRight) => {
// SCRIPT:   const { camera, canvas, scene } = app.graph, box = scene.byKey.get(key), at = canvas.getBoundingClientRect();
// SCRIPT:   const place = { clientX: at.left + ((fromRight ? box.x + box.w - 8 : box.x + 8) - camera.x) * camera.scale,
// SCRIPT:     clientY: at.top + (box.y + 8 - camera.y) * camera.scale, bubbles: true };
// SCRIPT:   for (const type of ['pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(type, place));
// SCRIPT: };
// SCRIPT: const note = text => document.body.append(el('output', {}, text));
// SCRIPT: click(keyOf('main', fusion.name), false);
// SCRIPT: note(`selected ${app.selected.instruction === fusion.name}, open ${app.open.size}`);
// SCRIPT: click(keyOf('main', fusion.name), true);
// SCRIPT: note(`open ${app.open.size}, inside ${app.graph.scene.byKey.has(keyOf(fusion.callees[0], 'tanh.2'))}`);
// SCRIPT: click(keyOf(fusion.callees[0], 'tanh.2'), false);
// SCRIPT: note(decodeURIComponent(location.hash));
// SCRIPT: app.goTab('memory'); note(`buffers ${document.querySelectorAll('.buffer').length > 0}`);
// SCRIPT: app.goTab('schedule'); note(`schedule ${document.querySelectorAll('#schedule tbody tr').length > 2}`);
// SCRIPT: note(`found ${app.search.matches(app.state, 'TANH f32').total}`);
// No box covers another but what it holds, and every line goes down.
// SCRIPT: app.openAll();
// SCRIPT: const { boxes, lines } = app.graph.scene, ends = box => [box.x + box.w, box.y + box.h];
// SCRIPT: const apart = (a, b) => ends(a)[0] <= b.x || ends(b)[0] <= a.x || ends(a)[1] <= b.y || ends(b)[1] <= a.y;
// SCRIPT: const holds = (a, b) => a.x <= b.x && a.y <= b.y && ends(b)[0] <= ends(a)[0] && ends(b)[1] <= ends(a)[1];
// SCRIPT: const clash = boxes.some((a, i) => boxes.slice(i + 1).some(b => !apart(a, b) && !holds(a, b)));
// SCRIPT: const rises = lines.some(({ points }) => points.some(([, y], i) => i > 0 && y < points[i - 1][1]));
// SCRIPT: note(`${boxes.length > 5 && !clash && !rises}: laid out`);
// What reads arguments alone stands above its reader, with them.
// SCRIPT: const edges = [[0, 2], [1, 2], [3, 4], [4, 5], [2, 6], [5, 6]].map(([from, to]) => ({ from, to }));
// SCRIPT: note(`layers ${assignLayers(new Array(7).fill({}), edges).join(' ')}`);
// CLICKED: <h2>tanh.2</h2>
// CLICKED: <output>selected true, open 0</output>
// CLICKED: <output>open 1, inside true</output>
// CLICKED: <output>#pass=fusion#1&amp;select=[[CALLEE:fused_computation[.0-9]*]]/tanh.2&amp;open=main/{{.*}}fusion{{.*}}</output>
// CLICKED: <output>buffers true</output>
// CLICKED: <output>schedule true</output>
// CLICKED: <output>found 1</output>
// CLICKED: <output>true: laid out</output>
// CLICKED: <output>layers 1 1 2 0 1 2 3</output>

module @page {
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = stablehlo.tanh %x : tensor<8x8xf32> loc("</script><b>")
  %y = call @f(%t) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = stablehlo.dot_general %p, %p, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %q : tensor<8x8xf32>
}
func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.cosine %x : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
}
