// Standard input is `-`, and messages call it <stdin>.

func.func @main() {
  "unknown.op"() : () -> ()
  return
}

// OUTPUT: pjrt dump --stage=hlo - < %s 2>&1 | grep -o '<stdin>:.*'
//| <stdin>:4:3
