// Makes the arguments of resnet50.mlir: untrained weights of the usual spread, and an image of noise.
// Every number comes from ThreeFry with the argument's index as its key, so that every run makes the same.
module @resnet50_inputs {
  func.func public @main() -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<1x1x64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<1x1x1024x2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<1x1x256x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<1x1x512x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<7x7x3x64xf32>, tensor<1000xf32>, tensor<2048x1000xf32>, tensor<1x224x224x3xf32>) {
    %key0 = stablehlo.constant dense<[0, 7]> : tensor<2xui64>
    %low0 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width0 = stablehlo.constant dense<0.069282> : tensor<f32>
    %0 = call @uniform_0(%key0, %low0, %width0) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key1 = stablehlo.constant dense<[1, 7]> : tensor<2xui64>
    %low1 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width1 = stablehlo.constant dense<1.000000> : tensor<f32>
    %1 = call @uniform_0(%key1, %low1, %width1) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key2 = stablehlo.constant dense<[2, 7]> : tensor<2xui64>
    %low2 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width2 = stablehlo.constant dense<0.069282> : tensor<f32>
    %2 = call @uniform_0(%key2, %low2, %width2) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key3 = stablehlo.constant dense<[3, 7]> : tensor<2xui64>
    %low3 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width3 = stablehlo.constant dense<1.000000> : tensor<f32>
    %3 = call @uniform_0(%key3, %low3, %width3) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key4 = stablehlo.constant dense<[4, 7]> : tensor<2xui64>
    %low4 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width4 = stablehlo.constant dense<0.069282> : tensor<f32>
    %4 = call @uniform_0(%key4, %low4, %width4) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key5 = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
    %low5 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width5 = stablehlo.constant dense<1.000000> : tensor<f32>
    %5 = call @uniform_0(%key5, %low5, %width5) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key6 = stablehlo.constant dense<[6, 7]> : tensor<2xui64>
    %low6 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width6 = stablehlo.constant dense<0.069282> : tensor<f32>
    %6 = call @uniform_1(%key6, %low6, %width6) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key7 = stablehlo.constant dense<[7, 7]> : tensor<2xui64>
    %low7 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width7 = stablehlo.constant dense<1.000000> : tensor<f32>
    %7 = call @uniform_1(%key7, %low7, %width7) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key8 = stablehlo.constant dense<[8, 7]> : tensor<2xui64>
    %low8 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width8 = stablehlo.constant dense<0.069282> : tensor<f32>
    %8 = call @uniform_1(%key8, %low8, %width8) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key9 = stablehlo.constant dense<[9, 7]> : tensor<2xui64>
    %low9 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width9 = stablehlo.constant dense<1.000000> : tensor<f32>
    %9 = call @uniform_1(%key9, %low9, %width9) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key10 = stablehlo.constant dense<[10, 7]> : tensor<2xui64>
    %low10 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width10 = stablehlo.constant dense<0.069282> : tensor<f32>
    %10 = call @uniform_0(%key10, %low10, %width10) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key11 = stablehlo.constant dense<[11, 7]> : tensor<2xui64>
    %low11 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width11 = stablehlo.constant dense<1.000000> : tensor<f32>
    %11 = call @uniform_0(%key11, %low11, %width11) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key12 = stablehlo.constant dense<[12, 7]> : tensor<2xui64>
    %low12 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width12 = stablehlo.constant dense<0.069282> : tensor<f32>
    %12 = call @uniform_0(%key12, %low12, %width12) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key13 = stablehlo.constant dense<[13, 7]> : tensor<2xui64>
    %low13 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width13 = stablehlo.constant dense<1.000000> : tensor<f32>
    %13 = call @uniform_0(%key13, %low13, %width13) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key14 = stablehlo.constant dense<[14, 7]> : tensor<2xui64>
    %low14 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width14 = stablehlo.constant dense<0.069282> : tensor<f32>
    %14 = call @uniform_1(%key14, %low14, %width14) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key15 = stablehlo.constant dense<[15, 7]> : tensor<2xui64>
    %low15 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width15 = stablehlo.constant dense<1.000000> : tensor<f32>
    %15 = call @uniform_1(%key15, %low15, %width15) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key16 = stablehlo.constant dense<[16, 7]> : tensor<2xui64>
    %low16 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width16 = stablehlo.constant dense<0.069282> : tensor<f32>
    %16 = call @uniform_1(%key16, %low16, %width16) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key17 = stablehlo.constant dense<[17, 7]> : tensor<2xui64>
    %low17 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width17 = stablehlo.constant dense<1.000000> : tensor<f32>
    %17 = call @uniform_1(%key17, %low17, %width17) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key18 = stablehlo.constant dense<[18, 7]> : tensor<2xui64>
    %low18 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width18 = stablehlo.constant dense<0.069282> : tensor<f32>
    %18 = call @uniform_1(%key18, %low18, %width18) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key19 = stablehlo.constant dense<[19, 7]> : tensor<2xui64>
    %low19 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width19 = stablehlo.constant dense<1.000000> : tensor<f32>
    %19 = call @uniform_1(%key19, %low19, %width19) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key20 = stablehlo.constant dense<[20, 7]> : tensor<2xui64>
    %low20 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width20 = stablehlo.constant dense<0.069282> : tensor<f32>
    %20 = call @uniform_2(%key20, %low20, %width20) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key21 = stablehlo.constant dense<[21, 7]> : tensor<2xui64>
    %low21 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width21 = stablehlo.constant dense<1.000000> : tensor<f32>
    %21 = call @uniform_2(%key21, %low21, %width21) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key22 = stablehlo.constant dense<[22, 7]> : tensor<2xui64>
    %low22 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width22 = stablehlo.constant dense<0.069282> : tensor<f32>
    %22 = call @uniform_1(%key22, %low22, %width22) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key23 = stablehlo.constant dense<[23, 7]> : tensor<2xui64>
    %low23 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width23 = stablehlo.constant dense<1.000000> : tensor<f32>
    %23 = call @uniform_1(%key23, %low23, %width23) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key24 = stablehlo.constant dense<[24, 7]> : tensor<2xui64>
    %low24 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width24 = stablehlo.constant dense<0.069282> : tensor<f32>
    %24 = call @uniform_1(%key24, %low24, %width24) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key25 = stablehlo.constant dense<[25, 7]> : tensor<2xui64>
    %low25 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width25 = stablehlo.constant dense<1.000000> : tensor<f32>
    %25 = call @uniform_1(%key25, %low25, %width25) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key26 = stablehlo.constant dense<[26, 7]> : tensor<2xui64>
    %low26 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width26 = stablehlo.constant dense<0.069282> : tensor<f32>
    %26 = call @uniform_2(%key26, %low26, %width26) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key27 = stablehlo.constant dense<[27, 7]> : tensor<2xui64>
    %low27 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width27 = stablehlo.constant dense<1.000000> : tensor<f32>
    %27 = call @uniform_2(%key27, %low27, %width27) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key28 = stablehlo.constant dense<[28, 7]> : tensor<2xui64>
    %low28 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width28 = stablehlo.constant dense<0.069282> : tensor<f32>
    %28 = call @uniform_1(%key28, %low28, %width28) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key29 = stablehlo.constant dense<[29, 7]> : tensor<2xui64>
    %low29 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width29 = stablehlo.constant dense<1.000000> : tensor<f32>
    %29 = call @uniform_1(%key29, %low29, %width29) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key30 = stablehlo.constant dense<[30, 7]> : tensor<2xui64>
    %low30 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width30 = stablehlo.constant dense<0.069282> : tensor<f32>
    %30 = call @uniform_1(%key30, %low30, %width30) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key31 = stablehlo.constant dense<[31, 7]> : tensor<2xui64>
    %low31 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width31 = stablehlo.constant dense<1.000000> : tensor<f32>
    %31 = call @uniform_1(%key31, %low31, %width31) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key32 = stablehlo.constant dense<[32, 7]> : tensor<2xui64>
    %low32 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width32 = stablehlo.constant dense<0.069282> : tensor<f32>
    %32 = call @uniform_2(%key32, %low32, %width32) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key33 = stablehlo.constant dense<[33, 7]> : tensor<2xui64>
    %low33 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width33 = stablehlo.constant dense<1.000000> : tensor<f32>
    %33 = call @uniform_2(%key33, %low33, %width33) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key34 = stablehlo.constant dense<[34, 7]> : tensor<2xui64>
    %low34 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width34 = stablehlo.constant dense<0.069282> : tensor<f32>
    %34 = call @uniform_3(%key34, %low34, %width34) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key35 = stablehlo.constant dense<[35, 7]> : tensor<2xui64>
    %low35 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width35 = stablehlo.constant dense<1.000000> : tensor<f32>
    %35 = call @uniform_3(%key35, %low35, %width35) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key36 = stablehlo.constant dense<[36, 7]> : tensor<2xui64>
    %low36 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width36 = stablehlo.constant dense<0.069282> : tensor<f32>
    %36 = call @uniform_3(%key36, %low36, %width36) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key37 = stablehlo.constant dense<[37, 7]> : tensor<2xui64>
    %low37 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width37 = stablehlo.constant dense<1.000000> : tensor<f32>
    %37 = call @uniform_3(%key37, %low37, %width37) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key38 = stablehlo.constant dense<[38, 7]> : tensor<2xui64>
    %low38 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width38 = stablehlo.constant dense<0.069282> : tensor<f32>
    %38 = call @uniform_4(%key38, %low38, %width38) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key39 = stablehlo.constant dense<[39, 7]> : tensor<2xui64>
    %low39 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width39 = stablehlo.constant dense<1.000000> : tensor<f32>
    %39 = call @uniform_4(%key39, %low39, %width39) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key40 = stablehlo.constant dense<[40, 7]> : tensor<2xui64>
    %low40 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width40 = stablehlo.constant dense<0.069282> : tensor<f32>
    %40 = call @uniform_4(%key40, %low40, %width40) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key41 = stablehlo.constant dense<[41, 7]> : tensor<2xui64>
    %low41 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width41 = stablehlo.constant dense<1.000000> : tensor<f32>
    %41 = call @uniform_4(%key41, %low41, %width41) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key42 = stablehlo.constant dense<[42, 7]> : tensor<2xui64>
    %low42 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width42 = stablehlo.constant dense<0.069282> : tensor<f32>
    %42 = call @uniform_3(%key42, %low42, %width42) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key43 = stablehlo.constant dense<[43, 7]> : tensor<2xui64>
    %low43 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width43 = stablehlo.constant dense<1.000000> : tensor<f32>
    %43 = call @uniform_3(%key43, %low43, %width43) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key44 = stablehlo.constant dense<[44, 7]> : tensor<2xui64>
    %low44 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width44 = stablehlo.constant dense<0.069282> : tensor<f32>
    %44 = call @uniform_3(%key44, %low44, %width44) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key45 = stablehlo.constant dense<[45, 7]> : tensor<2xui64>
    %low45 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width45 = stablehlo.constant dense<1.000000> : tensor<f32>
    %45 = call @uniform_3(%key45, %low45, %width45) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key46 = stablehlo.constant dense<[46, 7]> : tensor<2xui64>
    %low46 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width46 = stablehlo.constant dense<0.069282> : tensor<f32>
    %46 = call @uniform_4(%key46, %low46, %width46) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key47 = stablehlo.constant dense<[47, 7]> : tensor<2xui64>
    %low47 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width47 = stablehlo.constant dense<1.000000> : tensor<f32>
    %47 = call @uniform_4(%key47, %low47, %width47) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key48 = stablehlo.constant dense<[48, 7]> : tensor<2xui64>
    %low48 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width48 = stablehlo.constant dense<0.069282> : tensor<f32>
    %48 = call @uniform_3(%key48, %low48, %width48) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key49 = stablehlo.constant dense<[49, 7]> : tensor<2xui64>
    %low49 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width49 = stablehlo.constant dense<1.000000> : tensor<f32>
    %49 = call @uniform_3(%key49, %low49, %width49) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key50 = stablehlo.constant dense<[50, 7]> : tensor<2xui64>
    %low50 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width50 = stablehlo.constant dense<0.069282> : tensor<f32>
    %50 = call @uniform_3(%key50, %low50, %width50) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key51 = stablehlo.constant dense<[51, 7]> : tensor<2xui64>
    %low51 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width51 = stablehlo.constant dense<1.000000> : tensor<f32>
    %51 = call @uniform_3(%key51, %low51, %width51) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key52 = stablehlo.constant dense<[52, 7]> : tensor<2xui64>
    %low52 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width52 = stablehlo.constant dense<0.069282> : tensor<f32>
    %52 = call @uniform_4(%key52, %low52, %width52) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key53 = stablehlo.constant dense<[53, 7]> : tensor<2xui64>
    %low53 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width53 = stablehlo.constant dense<1.000000> : tensor<f32>
    %53 = call @uniform_4(%key53, %low53, %width53) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key54 = stablehlo.constant dense<[54, 7]> : tensor<2xui64>
    %low54 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width54 = stablehlo.constant dense<0.069282> : tensor<f32>
    %54 = call @uniform_0(%key54, %low54, %width54) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key55 = stablehlo.constant dense<[55, 7]> : tensor<2xui64>
    %low55 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width55 = stablehlo.constant dense<1.000000> : tensor<f32>
    %55 = call @uniform_0(%key55, %low55, %width55) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key56 = stablehlo.constant dense<[56, 7]> : tensor<2xui64>
    %low56 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width56 = stablehlo.constant dense<0.069282> : tensor<f32>
    %56 = call @uniform_0(%key56, %low56, %width56) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key57 = stablehlo.constant dense<[57, 7]> : tensor<2xui64>
    %low57 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width57 = stablehlo.constant dense<1.000000> : tensor<f32>
    %57 = call @uniform_0(%key57, %low57, %width57) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key58 = stablehlo.constant dense<[58, 7]> : tensor<2xui64>
    %low58 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width58 = stablehlo.constant dense<0.069282> : tensor<f32>
    %58 = call @uniform_1(%key58, %low58, %width58) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key59 = stablehlo.constant dense<[59, 7]> : tensor<2xui64>
    %low59 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width59 = stablehlo.constant dense<1.000000> : tensor<f32>
    %59 = call @uniform_1(%key59, %low59, %width59) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key60 = stablehlo.constant dense<[60, 7]> : tensor<2xui64>
    %low60 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width60 = stablehlo.constant dense<0.069282> : tensor<f32>
    %60 = call @uniform_5(%key60, %low60, %width60) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key61 = stablehlo.constant dense<[61, 7]> : tensor<2xui64>
    %low61 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width61 = stablehlo.constant dense<1.000000> : tensor<f32>
    %61 = call @uniform_5(%key61, %low61, %width61) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key62 = stablehlo.constant dense<[62, 7]> : tensor<2xui64>
    %low62 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width62 = stablehlo.constant dense<0.069282> : tensor<f32>
    %62 = call @uniform_5(%key62, %low62, %width62) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key63 = stablehlo.constant dense<[63, 7]> : tensor<2xui64>
    %low63 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width63 = stablehlo.constant dense<1.000000> : tensor<f32>
    %63 = call @uniform_5(%key63, %low63, %width63) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key64 = stablehlo.constant dense<[64, 7]> : tensor<2xui64>
    %low64 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width64 = stablehlo.constant dense<0.069282> : tensor<f32>
    %64 = call @uniform_3(%key64, %low64, %width64) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key65 = stablehlo.constant dense<[65, 7]> : tensor<2xui64>
    %low65 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width65 = stablehlo.constant dense<1.000000> : tensor<f32>
    %65 = call @uniform_3(%key65, %low65, %width65) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key66 = stablehlo.constant dense<[66, 7]> : tensor<2xui64>
    %low66 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width66 = stablehlo.constant dense<0.069282> : tensor<f32>
    %66 = call @uniform_3(%key66, %low66, %width66) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key67 = stablehlo.constant dense<[67, 7]> : tensor<2xui64>
    %low67 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width67 = stablehlo.constant dense<1.000000> : tensor<f32>
    %67 = call @uniform_3(%key67, %low67, %width67) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key68 = stablehlo.constant dense<[68, 7]> : tensor<2xui64>
    %low68 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width68 = stablehlo.constant dense<0.069282> : tensor<f32>
    %68 = call @uniform_5(%key68, %low68, %width68) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key69 = stablehlo.constant dense<[69, 7]> : tensor<2xui64>
    %low69 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width69 = stablehlo.constant dense<1.000000> : tensor<f32>
    %69 = call @uniform_5(%key69, %low69, %width69) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key70 = stablehlo.constant dense<[70, 7]> : tensor<2xui64>
    %low70 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width70 = stablehlo.constant dense<0.069282> : tensor<f32>
    %70 = call @uniform_5(%key70, %low70, %width70) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key71 = stablehlo.constant dense<[71, 7]> : tensor<2xui64>
    %low71 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width71 = stablehlo.constant dense<1.000000> : tensor<f32>
    %71 = call @uniform_5(%key71, %low71, %width71) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key72 = stablehlo.constant dense<[72, 7]> : tensor<2xui64>
    %low72 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width72 = stablehlo.constant dense<0.069282> : tensor<f32>
    %72 = call @uniform_3(%key72, %low72, %width72) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key73 = stablehlo.constant dense<[73, 7]> : tensor<2xui64>
    %low73 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width73 = stablehlo.constant dense<1.000000> : tensor<f32>
    %73 = call @uniform_3(%key73, %low73, %width73) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key74 = stablehlo.constant dense<[74, 7]> : tensor<2xui64>
    %low74 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width74 = stablehlo.constant dense<0.069282> : tensor<f32>
    %74 = call @uniform_5(%key74, %low74, %width74) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key75 = stablehlo.constant dense<[75, 7]> : tensor<2xui64>
    %low75 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width75 = stablehlo.constant dense<1.000000> : tensor<f32>
    %75 = call @uniform_5(%key75, %low75, %width75) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key76 = stablehlo.constant dense<[76, 7]> : tensor<2xui64>
    %low76 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width76 = stablehlo.constant dense<0.069282> : tensor<f32>
    %76 = call @uniform_5(%key76, %low76, %width76) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key77 = stablehlo.constant dense<[77, 7]> : tensor<2xui64>
    %low77 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width77 = stablehlo.constant dense<1.000000> : tensor<f32>
    %77 = call @uniform_5(%key77, %low77, %width77) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key78 = stablehlo.constant dense<[78, 7]> : tensor<2xui64>
    %low78 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width78 = stablehlo.constant dense<0.069282> : tensor<f32>
    %78 = call @uniform_3(%key78, %low78, %width78) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key79 = stablehlo.constant dense<[79, 7]> : tensor<2xui64>
    %low79 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width79 = stablehlo.constant dense<1.000000> : tensor<f32>
    %79 = call @uniform_3(%key79, %low79, %width79) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key80 = stablehlo.constant dense<[80, 7]> : tensor<2xui64>
    %low80 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width80 = stablehlo.constant dense<0.069282> : tensor<f32>
    %80 = call @uniform_5(%key80, %low80, %width80) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key81 = stablehlo.constant dense<[81, 7]> : tensor<2xui64>
    %low81 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width81 = stablehlo.constant dense<1.000000> : tensor<f32>
    %81 = call @uniform_5(%key81, %low81, %width81) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key82 = stablehlo.constant dense<[82, 7]> : tensor<2xui64>
    %low82 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width82 = stablehlo.constant dense<0.069282> : tensor<f32>
    %82 = call @uniform_5(%key82, %low82, %width82) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key83 = stablehlo.constant dense<[83, 7]> : tensor<2xui64>
    %low83 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width83 = stablehlo.constant dense<1.000000> : tensor<f32>
    %83 = call @uniform_5(%key83, %low83, %width83) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key84 = stablehlo.constant dense<[84, 7]> : tensor<2xui64>
    %low84 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width84 = stablehlo.constant dense<0.069282> : tensor<f32>
    %84 = call @uniform_3(%key84, %low84, %width84) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key85 = stablehlo.constant dense<[85, 7]> : tensor<2xui64>
    %low85 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width85 = stablehlo.constant dense<1.000000> : tensor<f32>
    %85 = call @uniform_3(%key85, %low85, %width85) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key86 = stablehlo.constant dense<[86, 7]> : tensor<2xui64>
    %low86 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width86 = stablehlo.constant dense<0.069282> : tensor<f32>
    %86 = call @uniform_1(%key86, %low86, %width86) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key87 = stablehlo.constant dense<[87, 7]> : tensor<2xui64>
    %low87 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width87 = stablehlo.constant dense<1.000000> : tensor<f32>
    %87 = call @uniform_1(%key87, %low87, %width87) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key88 = stablehlo.constant dense<[88, 7]> : tensor<2xui64>
    %low88 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width88 = stablehlo.constant dense<0.069282> : tensor<f32>
    %88 = call @uniform_1(%key88, %low88, %width88) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key89 = stablehlo.constant dense<[89, 7]> : tensor<2xui64>
    %low89 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width89 = stablehlo.constant dense<1.000000> : tensor<f32>
    %89 = call @uniform_1(%key89, %low89, %width89) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key90 = stablehlo.constant dense<[90, 7]> : tensor<2xui64>
    %low90 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width90 = stablehlo.constant dense<0.069282> : tensor<f32>
    %90 = call @uniform_2(%key90, %low90, %width90) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key91 = stablehlo.constant dense<[91, 7]> : tensor<2xui64>
    %low91 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width91 = stablehlo.constant dense<1.000000> : tensor<f32>
    %91 = call @uniform_2(%key91, %low91, %width91) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key92 = stablehlo.constant dense<[92, 7]> : tensor<2xui64>
    %low92 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width92 = stablehlo.constant dense<0.069282> : tensor<f32>
    %92 = call @uniform_2(%key92, %low92, %width92) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key93 = stablehlo.constant dense<[93, 7]> : tensor<2xui64>
    %low93 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width93 = stablehlo.constant dense<1.000000> : tensor<f32>
    %93 = call @uniform_2(%key93, %low93, %width93) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key94 = stablehlo.constant dense<[94, 7]> : tensor<2xui64>
    %low94 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width94 = stablehlo.constant dense<0.069282> : tensor<f32>
    %94 = call @uniform_1(%key94, %low94, %width94) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key95 = stablehlo.constant dense<[95, 7]> : tensor<2xui64>
    %low95 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width95 = stablehlo.constant dense<1.000000> : tensor<f32>
    %95 = call @uniform_1(%key95, %low95, %width95) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key96 = stablehlo.constant dense<[96, 7]> : tensor<2xui64>
    %low96 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width96 = stablehlo.constant dense<0.069282> : tensor<f32>
    %96 = call @uniform_1(%key96, %low96, %width96) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key97 = stablehlo.constant dense<[97, 7]> : tensor<2xui64>
    %low97 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width97 = stablehlo.constant dense<1.000000> : tensor<f32>
    %97 = call @uniform_1(%key97, %low97, %width97) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key98 = stablehlo.constant dense<[98, 7]> : tensor<2xui64>
    %low98 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width98 = stablehlo.constant dense<0.069282> : tensor<f32>
    %98 = call @uniform_2(%key98, %low98, %width98) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key99 = stablehlo.constant dense<[99, 7]> : tensor<2xui64>
    %low99 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width99 = stablehlo.constant dense<1.000000> : tensor<f32>
    %99 = call @uniform_2(%key99, %low99, %width99) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key100 = stablehlo.constant dense<[100, 7]> : tensor<2xui64>
    %low100 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width100 = stablehlo.constant dense<0.069282> : tensor<f32>
    %100 = call @uniform_1(%key100, %low100, %width100) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key101 = stablehlo.constant dense<[101, 7]> : tensor<2xui64>
    %low101 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width101 = stablehlo.constant dense<1.000000> : tensor<f32>
    %101 = call @uniform_1(%key101, %low101, %width101) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key102 = stablehlo.constant dense<[102, 7]> : tensor<2xui64>
    %low102 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width102 = stablehlo.constant dense<0.069282> : tensor<f32>
    %102 = call @uniform_1(%key102, %low102, %width102) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key103 = stablehlo.constant dense<[103, 7]> : tensor<2xui64>
    %low103 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width103 = stablehlo.constant dense<1.000000> : tensor<f32>
    %103 = call @uniform_1(%key103, %low103, %width103) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key104 = stablehlo.constant dense<[104, 7]> : tensor<2xui64>
    %low104 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width104 = stablehlo.constant dense<0.069282> : tensor<f32>
    %104 = call @uniform_2(%key104, %low104, %width104) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key105 = stablehlo.constant dense<[105, 7]> : tensor<2xui64>
    %low105 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width105 = stablehlo.constant dense<1.000000> : tensor<f32>
    %105 = call @uniform_2(%key105, %low105, %width105) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key106 = stablehlo.constant dense<[106, 7]> : tensor<2xui64>
    %low106 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width106 = stablehlo.constant dense<0.069282> : tensor<f32>
    %106 = call @uniform_0(%key106, %low106, %width106) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key107 = stablehlo.constant dense<[107, 7]> : tensor<2xui64>
    %low107 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width107 = stablehlo.constant dense<1.000000> : tensor<f32>
    %107 = call @uniform_0(%key107, %low107, %width107) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key108 = stablehlo.constant dense<[108, 7]> : tensor<2xui64>
    %low108 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width108 = stablehlo.constant dense<0.069282> : tensor<f32>
    %108 = call @uniform_0(%key108, %low108, %width108) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key109 = stablehlo.constant dense<[109, 7]> : tensor<2xui64>
    %low109 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width109 = stablehlo.constant dense<1.000000> : tensor<f32>
    %109 = call @uniform_0(%key109, %low109, %width109) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key110 = stablehlo.constant dense<[110, 7]> : tensor<2xui64>
    %low110 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width110 = stablehlo.constant dense<0.069282> : tensor<f32>
    %110 = call @uniform_0(%key110, %low110, %width110) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key111 = stablehlo.constant dense<[111, 7]> : tensor<2xui64>
    %low111 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width111 = stablehlo.constant dense<1.000000> : tensor<f32>
    %111 = call @uniform_0(%key111, %low111, %width111) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key112 = stablehlo.constant dense<[112, 7]> : tensor<2xui64>
    %low112 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width112 = stablehlo.constant dense<0.069282> : tensor<f32>
    %112 = call @uniform_1(%key112, %low112, %width112) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key113 = stablehlo.constant dense<[113, 7]> : tensor<2xui64>
    %low113 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width113 = stablehlo.constant dense<1.000000> : tensor<f32>
    %113 = call @uniform_1(%key113, %low113, %width113) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key114 = stablehlo.constant dense<[114, 7]> : tensor<2xui64>
    %low114 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width114 = stablehlo.constant dense<0.069282> : tensor<f32>
    %114 = call @uniform_1(%key114, %low114, %width114) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key115 = stablehlo.constant dense<[115, 7]> : tensor<2xui64>
    %low115 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width115 = stablehlo.constant dense<1.000000> : tensor<f32>
    %115 = call @uniform_1(%key115, %low115, %width115) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key116 = stablehlo.constant dense<[116, 7]> : tensor<2xui64>
    %low116 = stablehlo.constant dense<-0.216506> : tensor<f32>
    %width116 = stablehlo.constant dense<0.433013> : tensor<f32>
    %116 = call @uniform_6(%key116, %low116, %width116) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x64x64xf32>
    %key117 = stablehlo.constant dense<[117, 7]> : tensor<2xui64>
    %low117 = stablehlo.constant dense<-0.072169> : tensor<f32>
    %width117 = stablehlo.constant dense<0.144339> : tensor<f32>
    %117 = call @uniform_7(%key117, %low117, %width117) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x64x64xf32>
    %key118 = stablehlo.constant dense<[118, 7]> : tensor<2xui64>
    %low118 = stablehlo.constant dense<-0.216506> : tensor<f32>
    %width118 = stablehlo.constant dense<0.433013> : tensor<f32>
    %118 = call @uniform_8(%key118, %low118, %width118) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x64x256xf32>
    %key119 = stablehlo.constant dense<[119, 7]> : tensor<2xui64>
    %low119 = stablehlo.constant dense<-0.216506> : tensor<f32>
    %width119 = stablehlo.constant dense<0.433013> : tensor<f32>
    %119 = call @uniform_8(%key119, %low119, %width119) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x64x256xf32>
    %key120 = stablehlo.constant dense<[120, 7]> : tensor<2xui64>
    %low120 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width120 = stablehlo.constant dense<0.069282> : tensor<f32>
    %120 = call @uniform_0(%key120, %low120, %width120) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key121 = stablehlo.constant dense<[121, 7]> : tensor<2xui64>
    %low121 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width121 = stablehlo.constant dense<1.000000> : tensor<f32>
    %121 = call @uniform_0(%key121, %low121, %width121) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key122 = stablehlo.constant dense<[122, 7]> : tensor<2xui64>
    %low122 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width122 = stablehlo.constant dense<0.069282> : tensor<f32>
    %122 = call @uniform_0(%key122, %low122, %width122) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key123 = stablehlo.constant dense<[123, 7]> : tensor<2xui64>
    %low123 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width123 = stablehlo.constant dense<1.000000> : tensor<f32>
    %123 = call @uniform_0(%key123, %low123, %width123) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key124 = stablehlo.constant dense<[124, 7]> : tensor<2xui64>
    %low124 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width124 = stablehlo.constant dense<0.069282> : tensor<f32>
    %124 = call @uniform_1(%key124, %low124, %width124) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key125 = stablehlo.constant dense<[125, 7]> : tensor<2xui64>
    %low125 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width125 = stablehlo.constant dense<1.000000> : tensor<f32>
    %125 = call @uniform_1(%key125, %low125, %width125) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key126 = stablehlo.constant dense<[126, 7]> : tensor<2xui64>
    %low126 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width126 = stablehlo.constant dense<0.216506> : tensor<f32>
    %126 = call @uniform_9(%key126, %low126, %width126) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x64xf32>
    %key127 = stablehlo.constant dense<[127, 7]> : tensor<2xui64>
    %low127 = stablehlo.constant dense<-0.072169> : tensor<f32>
    %width127 = stablehlo.constant dense<0.144339> : tensor<f32>
    %127 = call @uniform_7(%key127, %low127, %width127) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x64x64xf32>
    %key128 = stablehlo.constant dense<[128, 7]> : tensor<2xui64>
    %low128 = stablehlo.constant dense<-0.216506> : tensor<f32>
    %width128 = stablehlo.constant dense<0.433013> : tensor<f32>
    %128 = call @uniform_8(%key128, %low128, %width128) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x64x256xf32>
    %key129 = stablehlo.constant dense<[129, 7]> : tensor<2xui64>
    %low129 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width129 = stablehlo.constant dense<0.069282> : tensor<f32>
    %129 = call @uniform_1(%key129, %low129, %width129) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key130 = stablehlo.constant dense<[130, 7]> : tensor<2xui64>
    %low130 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width130 = stablehlo.constant dense<1.000000> : tensor<f32>
    %130 = call @uniform_1(%key130, %low130, %width130) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key131 = stablehlo.constant dense<[131, 7]> : tensor<2xui64>
    %low131 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width131 = stablehlo.constant dense<0.069282> : tensor<f32>
    %131 = call @uniform_1(%key131, %low131, %width131) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key132 = stablehlo.constant dense<[132, 7]> : tensor<2xui64>
    %low132 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width132 = stablehlo.constant dense<1.000000> : tensor<f32>
    %132 = call @uniform_1(%key132, %low132, %width132) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key133 = stablehlo.constant dense<[133, 7]> : tensor<2xui64>
    %low133 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width133 = stablehlo.constant dense<0.069282> : tensor<f32>
    %133 = call @uniform_2(%key133, %low133, %width133) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key134 = stablehlo.constant dense<[134, 7]> : tensor<2xui64>
    %low134 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width134 = stablehlo.constant dense<1.000000> : tensor<f32>
    %134 = call @uniform_2(%key134, %low134, %width134) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key135 = stablehlo.constant dense<[135, 7]> : tensor<2xui64>
    %low135 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width135 = stablehlo.constant dense<0.108253> : tensor<f32>
    %135 = call @uniform_10(%key135, %low135, %width135) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x256xf32>
    %key136 = stablehlo.constant dense<[136, 7]> : tensor<2xui64>
    %low136 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width136 = stablehlo.constant dense<0.072168> : tensor<f32>
    %136 = call @uniform_11(%key136, %low136, %width136) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key137 = stablehlo.constant dense<[137, 7]> : tensor<2xui64>
    %low137 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width137 = stablehlo.constant dense<0.216506> : tensor<f32>
    %137 = call @uniform_12(%key137, %low137, %width137) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key138 = stablehlo.constant dense<[138, 7]> : tensor<2xui64>
    %low138 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width138 = stablehlo.constant dense<0.069282> : tensor<f32>
    %138 = call @uniform_1(%key138, %low138, %width138) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key139 = stablehlo.constant dense<[139, 7]> : tensor<2xui64>
    %low139 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width139 = stablehlo.constant dense<1.000000> : tensor<f32>
    %139 = call @uniform_1(%key139, %low139, %width139) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key140 = stablehlo.constant dense<[140, 7]> : tensor<2xui64>
    %low140 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width140 = stablehlo.constant dense<0.069282> : tensor<f32>
    %140 = call @uniform_1(%key140, %low140, %width140) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key141 = stablehlo.constant dense<[141, 7]> : tensor<2xui64>
    %low141 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width141 = stablehlo.constant dense<1.000000> : tensor<f32>
    %141 = call @uniform_1(%key141, %low141, %width141) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key142 = stablehlo.constant dense<[142, 7]> : tensor<2xui64>
    %low142 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width142 = stablehlo.constant dense<0.069282> : tensor<f32>
    %142 = call @uniform_2(%key142, %low142, %width142) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key143 = stablehlo.constant dense<[143, 7]> : tensor<2xui64>
    %low143 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width143 = stablehlo.constant dense<1.000000> : tensor<f32>
    %143 = call @uniform_2(%key143, %low143, %width143) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key144 = stablehlo.constant dense<[144, 7]> : tensor<2xui64>
    %low144 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width144 = stablehlo.constant dense<0.108253> : tensor<f32>
    %144 = call @uniform_10(%key144, %low144, %width144) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x256xf32>
    %key145 = stablehlo.constant dense<[145, 7]> : tensor<2xui64>
    %low145 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width145 = stablehlo.constant dense<0.072168> : tensor<f32>
    %145 = call @uniform_11(%key145, %low145, %width145) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key146 = stablehlo.constant dense<[146, 7]> : tensor<2xui64>
    %low146 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width146 = stablehlo.constant dense<0.216506> : tensor<f32>
    %146 = call @uniform_12(%key146, %low146, %width146) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key147 = stablehlo.constant dense<[147, 7]> : tensor<2xui64>
    %low147 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width147 = stablehlo.constant dense<0.069282> : tensor<f32>
    %147 = call @uniform_1(%key147, %low147, %width147) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key148 = stablehlo.constant dense<[148, 7]> : tensor<2xui64>
    %low148 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width148 = stablehlo.constant dense<1.000000> : tensor<f32>
    %148 = call @uniform_1(%key148, %low148, %width148) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key149 = stablehlo.constant dense<[149, 7]> : tensor<2xui64>
    %low149 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width149 = stablehlo.constant dense<0.069282> : tensor<f32>
    %149 = call @uniform_1(%key149, %low149, %width149) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key150 = stablehlo.constant dense<[150, 7]> : tensor<2xui64>
    %low150 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width150 = stablehlo.constant dense<1.000000> : tensor<f32>
    %150 = call @uniform_1(%key150, %low150, %width150) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key151 = stablehlo.constant dense<[151, 7]> : tensor<2xui64>
    %low151 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width151 = stablehlo.constant dense<0.069282> : tensor<f32>
    %151 = call @uniform_2(%key151, %low151, %width151) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key152 = stablehlo.constant dense<[152, 7]> : tensor<2xui64>
    %low152 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width152 = stablehlo.constant dense<1.000000> : tensor<f32>
    %152 = call @uniform_2(%key152, %low152, %width152) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key153 = stablehlo.constant dense<[153, 7]> : tensor<2xui64>
    %low153 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width153 = stablehlo.constant dense<0.108253> : tensor<f32>
    %153 = call @uniform_10(%key153, %low153, %width153) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x256xf32>
    %key154 = stablehlo.constant dense<[154, 7]> : tensor<2xui64>
    %low154 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width154 = stablehlo.constant dense<0.072168> : tensor<f32>
    %154 = call @uniform_11(%key154, %low154, %width154) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key155 = stablehlo.constant dense<[155, 7]> : tensor<2xui64>
    %low155 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width155 = stablehlo.constant dense<0.216506> : tensor<f32>
    %155 = call @uniform_12(%key155, %low155, %width155) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key156 = stablehlo.constant dense<[156, 7]> : tensor<2xui64>
    %low156 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width156 = stablehlo.constant dense<0.069282> : tensor<f32>
    %156 = call @uniform_3(%key156, %low156, %width156) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key157 = stablehlo.constant dense<[157, 7]> : tensor<2xui64>
    %low157 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width157 = stablehlo.constant dense<1.000000> : tensor<f32>
    %157 = call @uniform_3(%key157, %low157, %width157) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key158 = stablehlo.constant dense<[158, 7]> : tensor<2xui64>
    %low158 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width158 = stablehlo.constant dense<0.069282> : tensor<f32>
    %158 = call @uniform_3(%key158, %low158, %width158) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key159 = stablehlo.constant dense<[159, 7]> : tensor<2xui64>
    %low159 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width159 = stablehlo.constant dense<1.000000> : tensor<f32>
    %159 = call @uniform_3(%key159, %low159, %width159) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key160 = stablehlo.constant dense<[160, 7]> : tensor<2xui64>
    %low160 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width160 = stablehlo.constant dense<0.069282> : tensor<f32>
    %160 = call @uniform_4(%key160, %low160, %width160) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key161 = stablehlo.constant dense<[161, 7]> : tensor<2xui64>
    %low161 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width161 = stablehlo.constant dense<1.000000> : tensor<f32>
    %161 = call @uniform_4(%key161, %low161, %width161) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key162 = stablehlo.constant dense<[162, 7]> : tensor<2xui64>
    %low162 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width162 = stablehlo.constant dense<0.069282> : tensor<f32>
    %162 = call @uniform_4(%key162, %low162, %width162) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key163 = stablehlo.constant dense<[163, 7]> : tensor<2xui64>
    %low163 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width163 = stablehlo.constant dense<1.000000> : tensor<f32>
    %163 = call @uniform_4(%key163, %low163, %width163) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key164 = stablehlo.constant dense<[164, 7]> : tensor<2xui64>
    %low164 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width164 = stablehlo.constant dense<0.108253> : tensor<f32>
    %164 = call @uniform_13(%key164, %low164, %width164) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x512xf32>
    %key165 = stablehlo.constant dense<[165, 7]> : tensor<2xui64>
    %low165 = stablehlo.constant dense<-0.025515> : tensor<f32>
    %width165 = stablehlo.constant dense<0.051030> : tensor<f32>
    %165 = call @uniform_14(%key165, %low165, %width165) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x512x512xf32>
    %key166 = stablehlo.constant dense<[166, 7]> : tensor<2xui64>
    %low166 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width166 = stablehlo.constant dense<0.153093> : tensor<f32>
    %166 = call @uniform_15(%key166, %low166, %width166) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x2048xf32>
    %key167 = stablehlo.constant dense<[167, 7]> : tensor<2xui64>
    %low167 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width167 = stablehlo.constant dense<0.108253> : tensor<f32>
    %167 = call @uniform_16(%key167, %low167, %width167) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x2048xf32>
    %key168 = stablehlo.constant dense<[168, 7]> : tensor<2xui64>
    %low168 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width168 = stablehlo.constant dense<0.069282> : tensor<f32>
    %168 = call @uniform_3(%key168, %low168, %width168) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key169 = stablehlo.constant dense<[169, 7]> : tensor<2xui64>
    %low169 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width169 = stablehlo.constant dense<1.000000> : tensor<f32>
    %169 = call @uniform_3(%key169, %low169, %width169) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key170 = stablehlo.constant dense<[170, 7]> : tensor<2xui64>
    %low170 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width170 = stablehlo.constant dense<0.069282> : tensor<f32>
    %170 = call @uniform_3(%key170, %low170, %width170) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key171 = stablehlo.constant dense<[171, 7]> : tensor<2xui64>
    %low171 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width171 = stablehlo.constant dense<1.000000> : tensor<f32>
    %171 = call @uniform_3(%key171, %low171, %width171) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key172 = stablehlo.constant dense<[172, 7]> : tensor<2xui64>
    %low172 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width172 = stablehlo.constant dense<0.069282> : tensor<f32>
    %172 = call @uniform_4(%key172, %low172, %width172) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key173 = stablehlo.constant dense<[173, 7]> : tensor<2xui64>
    %low173 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width173 = stablehlo.constant dense<1.000000> : tensor<f32>
    %173 = call @uniform_4(%key173, %low173, %width173) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key174 = stablehlo.constant dense<[174, 7]> : tensor<2xui64>
    %low174 = stablehlo.constant dense<-0.038273> : tensor<f32>
    %width174 = stablehlo.constant dense<0.076546> : tensor<f32>
    %174 = call @uniform_17(%key174, %low174, %width174) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x2048x512xf32>
    %key175 = stablehlo.constant dense<[175, 7]> : tensor<2xui64>
    %low175 = stablehlo.constant dense<-0.025515> : tensor<f32>
    %width175 = stablehlo.constant dense<0.051030> : tensor<f32>
    %175 = call @uniform_14(%key175, %low175, %width175) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x512x512xf32>
    %key176 = stablehlo.constant dense<[176, 7]> : tensor<2xui64>
    %low176 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width176 = stablehlo.constant dense<0.153093> : tensor<f32>
    %176 = call @uniform_15(%key176, %low176, %width176) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x2048xf32>
    %key177 = stablehlo.constant dense<[177, 7]> : tensor<2xui64>
    %low177 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width177 = stablehlo.constant dense<0.069282> : tensor<f32>
    %177 = call @uniform_3(%key177, %low177, %width177) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key178 = stablehlo.constant dense<[178, 7]> : tensor<2xui64>
    %low178 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width178 = stablehlo.constant dense<1.000000> : tensor<f32>
    %178 = call @uniform_3(%key178, %low178, %width178) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key179 = stablehlo.constant dense<[179, 7]> : tensor<2xui64>
    %low179 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width179 = stablehlo.constant dense<0.069282> : tensor<f32>
    %179 = call @uniform_3(%key179, %low179, %width179) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key180 = stablehlo.constant dense<[180, 7]> : tensor<2xui64>
    %low180 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width180 = stablehlo.constant dense<1.000000> : tensor<f32>
    %180 = call @uniform_3(%key180, %low180, %width180) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key181 = stablehlo.constant dense<[181, 7]> : tensor<2xui64>
    %low181 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width181 = stablehlo.constant dense<0.069282> : tensor<f32>
    %181 = call @uniform_4(%key181, %low181, %width181) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key182 = stablehlo.constant dense<[182, 7]> : tensor<2xui64>
    %low182 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width182 = stablehlo.constant dense<1.000000> : tensor<f32>
    %182 = call @uniform_4(%key182, %low182, %width182) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048xf32>
    %key183 = stablehlo.constant dense<[183, 7]> : tensor<2xui64>
    %low183 = stablehlo.constant dense<-0.038273> : tensor<f32>
    %width183 = stablehlo.constant dense<0.076546> : tensor<f32>
    %183 = call @uniform_17(%key183, %low183, %width183) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x2048x512xf32>
    %key184 = stablehlo.constant dense<[184, 7]> : tensor<2xui64>
    %low184 = stablehlo.constant dense<-0.025515> : tensor<f32>
    %width184 = stablehlo.constant dense<0.051030> : tensor<f32>
    %184 = call @uniform_14(%key184, %low184, %width184) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x512x512xf32>
    %key185 = stablehlo.constant dense<[185, 7]> : tensor<2xui64>
    %low185 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width185 = stablehlo.constant dense<0.153093> : tensor<f32>
    %185 = call @uniform_15(%key185, %low185, %width185) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x2048xf32>
    %key186 = stablehlo.constant dense<[186, 7]> : tensor<2xui64>
    %low186 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width186 = stablehlo.constant dense<0.069282> : tensor<f32>
    %186 = call @uniform_0(%key186, %low186, %width186) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key187 = stablehlo.constant dense<[187, 7]> : tensor<2xui64>
    %low187 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width187 = stablehlo.constant dense<1.000000> : tensor<f32>
    %187 = call @uniform_0(%key187, %low187, %width187) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key188 = stablehlo.constant dense<[188, 7]> : tensor<2xui64>
    %low188 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width188 = stablehlo.constant dense<0.069282> : tensor<f32>
    %188 = call @uniform_0(%key188, %low188, %width188) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key189 = stablehlo.constant dense<[189, 7]> : tensor<2xui64>
    %low189 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width189 = stablehlo.constant dense<1.000000> : tensor<f32>
    %189 = call @uniform_0(%key189, %low189, %width189) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %key190 = stablehlo.constant dense<[190, 7]> : tensor<2xui64>
    %low190 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width190 = stablehlo.constant dense<0.069282> : tensor<f32>
    %190 = call @uniform_1(%key190, %low190, %width190) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key191 = stablehlo.constant dense<[191, 7]> : tensor<2xui64>
    %low191 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width191 = stablehlo.constant dense<1.000000> : tensor<f32>
    %191 = call @uniform_1(%key191, %low191, %width191) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key192 = stablehlo.constant dense<[192, 7]> : tensor<2xui64>
    %low192 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width192 = stablehlo.constant dense<0.216506> : tensor<f32>
    %192 = call @uniform_9(%key192, %low192, %width192) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x64xf32>
    %key193 = stablehlo.constant dense<[193, 7]> : tensor<2xui64>
    %low193 = stablehlo.constant dense<-0.072169> : tensor<f32>
    %width193 = stablehlo.constant dense<0.144339> : tensor<f32>
    %193 = call @uniform_7(%key193, %low193, %width193) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x64x64xf32>
    %key194 = stablehlo.constant dense<[194, 7]> : tensor<2xui64>
    %low194 = stablehlo.constant dense<-0.216506> : tensor<f32>
    %width194 = stablehlo.constant dense<0.433013> : tensor<f32>
    %194 = call @uniform_8(%key194, %low194, %width194) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x64x256xf32>
    %key195 = stablehlo.constant dense<[195, 7]> : tensor<2xui64>
    %low195 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width195 = stablehlo.constant dense<0.069282> : tensor<f32>
    %195 = call @uniform_5(%key195, %low195, %width195) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key196 = stablehlo.constant dense<[196, 7]> : tensor<2xui64>
    %low196 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width196 = stablehlo.constant dense<1.000000> : tensor<f32>
    %196 = call @uniform_5(%key196, %low196, %width196) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key197 = stablehlo.constant dense<[197, 7]> : tensor<2xui64>
    %low197 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width197 = stablehlo.constant dense<0.069282> : tensor<f32>
    %197 = call @uniform_5(%key197, %low197, %width197) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key198 = stablehlo.constant dense<[198, 7]> : tensor<2xui64>
    %low198 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width198 = stablehlo.constant dense<1.000000> : tensor<f32>
    %198 = call @uniform_5(%key198, %low198, %width198) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key199 = stablehlo.constant dense<[199, 7]> : tensor<2xui64>
    %low199 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width199 = stablehlo.constant dense<0.069282> : tensor<f32>
    %199 = call @uniform_3(%key199, %low199, %width199) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key200 = stablehlo.constant dense<[200, 7]> : tensor<2xui64>
    %low200 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width200 = stablehlo.constant dense<1.000000> : tensor<f32>
    %200 = call @uniform_3(%key200, %low200, %width200) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key201 = stablehlo.constant dense<[201, 7]> : tensor<2xui64>
    %low201 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width201 = stablehlo.constant dense<0.069282> : tensor<f32>
    %201 = call @uniform_3(%key201, %low201, %width201) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key202 = stablehlo.constant dense<[202, 7]> : tensor<2xui64>
    %low202 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width202 = stablehlo.constant dense<1.000000> : tensor<f32>
    %202 = call @uniform_3(%key202, %low202, %width202) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key203 = stablehlo.constant dense<[203, 7]> : tensor<2xui64>
    %low203 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width203 = stablehlo.constant dense<0.216506> : tensor<f32>
    %203 = call @uniform_18(%key203, %low203, %width203) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x128xf32>
    %key204 = stablehlo.constant dense<[204, 7]> : tensor<2xui64>
    %low204 = stablehlo.constant dense<-0.051031> : tensor<f32>
    %width204 = stablehlo.constant dense<0.102063> : tensor<f32>
    %204 = call @uniform_19(%key204, %low204, %width204) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x128x128xf32>
    %key205 = stablehlo.constant dense<[205, 7]> : tensor<2xui64>
    %low205 = stablehlo.constant dense<-0.153093> : tensor<f32>
    %width205 = stablehlo.constant dense<0.306185> : tensor<f32>
    %205 = call @uniform_20(%key205, %low205, %width205) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x128x512xf32>
    %key206 = stablehlo.constant dense<[206, 7]> : tensor<2xui64>
    %low206 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width206 = stablehlo.constant dense<0.216506> : tensor<f32>
    %206 = call @uniform_21(%key206, %low206, %width206) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x512xf32>
    %key207 = stablehlo.constant dense<[207, 7]> : tensor<2xui64>
    %low207 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width207 = stablehlo.constant dense<0.069282> : tensor<f32>
    %207 = call @uniform_5(%key207, %low207, %width207) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key208 = stablehlo.constant dense<[208, 7]> : tensor<2xui64>
    %low208 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width208 = stablehlo.constant dense<1.000000> : tensor<f32>
    %208 = call @uniform_5(%key208, %low208, %width208) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key209 = stablehlo.constant dense<[209, 7]> : tensor<2xui64>
    %low209 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width209 = stablehlo.constant dense<0.069282> : tensor<f32>
    %209 = call @uniform_5(%key209, %low209, %width209) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key210 = stablehlo.constant dense<[210, 7]> : tensor<2xui64>
    %low210 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width210 = stablehlo.constant dense<1.000000> : tensor<f32>
    %210 = call @uniform_5(%key210, %low210, %width210) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key211 = stablehlo.constant dense<[211, 7]> : tensor<2xui64>
    %low211 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width211 = stablehlo.constant dense<0.069282> : tensor<f32>
    %211 = call @uniform_3(%key211, %low211, %width211) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key212 = stablehlo.constant dense<[212, 7]> : tensor<2xui64>
    %low212 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width212 = stablehlo.constant dense<1.000000> : tensor<f32>
    %212 = call @uniform_3(%key212, %low212, %width212) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key213 = stablehlo.constant dense<[213, 7]> : tensor<2xui64>
    %low213 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width213 = stablehlo.constant dense<0.153093> : tensor<f32>
    %213 = call @uniform_22(%key213, %low213, %width213) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x128xf32>
    %key214 = stablehlo.constant dense<[214, 7]> : tensor<2xui64>
    %low214 = stablehlo.constant dense<-0.051031> : tensor<f32>
    %width214 = stablehlo.constant dense<0.102063> : tensor<f32>
    %214 = call @uniform_19(%key214, %low214, %width214) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x128x128xf32>
    %key215 = stablehlo.constant dense<[215, 7]> : tensor<2xui64>
    %low215 = stablehlo.constant dense<-0.153093> : tensor<f32>
    %width215 = stablehlo.constant dense<0.306185> : tensor<f32>
    %215 = call @uniform_20(%key215, %low215, %width215) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x128x512xf32>
    %key216 = stablehlo.constant dense<[216, 7]> : tensor<2xui64>
    %low216 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width216 = stablehlo.constant dense<0.069282> : tensor<f32>
    %216 = call @uniform_5(%key216, %low216, %width216) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key217 = stablehlo.constant dense<[217, 7]> : tensor<2xui64>
    %low217 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width217 = stablehlo.constant dense<1.000000> : tensor<f32>
    %217 = call @uniform_5(%key217, %low217, %width217) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key218 = stablehlo.constant dense<[218, 7]> : tensor<2xui64>
    %low218 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width218 = stablehlo.constant dense<0.069282> : tensor<f32>
    %218 = call @uniform_5(%key218, %low218, %width218) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key219 = stablehlo.constant dense<[219, 7]> : tensor<2xui64>
    %low219 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width219 = stablehlo.constant dense<1.000000> : tensor<f32>
    %219 = call @uniform_5(%key219, %low219, %width219) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key220 = stablehlo.constant dense<[220, 7]> : tensor<2xui64>
    %low220 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width220 = stablehlo.constant dense<0.069282> : tensor<f32>
    %220 = call @uniform_3(%key220, %low220, %width220) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key221 = stablehlo.constant dense<[221, 7]> : tensor<2xui64>
    %low221 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width221 = stablehlo.constant dense<1.000000> : tensor<f32>
    %221 = call @uniform_3(%key221, %low221, %width221) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key222 = stablehlo.constant dense<[222, 7]> : tensor<2xui64>
    %low222 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width222 = stablehlo.constant dense<0.153093> : tensor<f32>
    %222 = call @uniform_22(%key222, %low222, %width222) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x128xf32>
    %key223 = stablehlo.constant dense<[223, 7]> : tensor<2xui64>
    %low223 = stablehlo.constant dense<-0.051031> : tensor<f32>
    %width223 = stablehlo.constant dense<0.102063> : tensor<f32>
    %223 = call @uniform_19(%key223, %low223, %width223) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x128x128xf32>
    %key224 = stablehlo.constant dense<[224, 7]> : tensor<2xui64>
    %low224 = stablehlo.constant dense<-0.153093> : tensor<f32>
    %width224 = stablehlo.constant dense<0.306185> : tensor<f32>
    %224 = call @uniform_20(%key224, %low224, %width224) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x128x512xf32>
    %key225 = stablehlo.constant dense<[225, 7]> : tensor<2xui64>
    %low225 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width225 = stablehlo.constant dense<0.069282> : tensor<f32>
    %225 = call @uniform_5(%key225, %low225, %width225) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key226 = stablehlo.constant dense<[226, 7]> : tensor<2xui64>
    %low226 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width226 = stablehlo.constant dense<1.000000> : tensor<f32>
    %226 = call @uniform_5(%key226, %low226, %width226) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key227 = stablehlo.constant dense<[227, 7]> : tensor<2xui64>
    %low227 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width227 = stablehlo.constant dense<0.069282> : tensor<f32>
    %227 = call @uniform_5(%key227, %low227, %width227) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key228 = stablehlo.constant dense<[228, 7]> : tensor<2xui64>
    %low228 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width228 = stablehlo.constant dense<1.000000> : tensor<f32>
    %228 = call @uniform_5(%key228, %low228, %width228) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
    %key229 = stablehlo.constant dense<[229, 7]> : tensor<2xui64>
    %low229 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width229 = stablehlo.constant dense<0.069282> : tensor<f32>
    %229 = call @uniform_3(%key229, %low229, %width229) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key230 = stablehlo.constant dense<[230, 7]> : tensor<2xui64>
    %low230 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width230 = stablehlo.constant dense<1.000000> : tensor<f32>
    %230 = call @uniform_3(%key230, %low230, %width230) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<512xf32>
    %key231 = stablehlo.constant dense<[231, 7]> : tensor<2xui64>
    %low231 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width231 = stablehlo.constant dense<0.153093> : tensor<f32>
    %231 = call @uniform_22(%key231, %low231, %width231) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x128xf32>
    %key232 = stablehlo.constant dense<[232, 7]> : tensor<2xui64>
    %low232 = stablehlo.constant dense<-0.051031> : tensor<f32>
    %width232 = stablehlo.constant dense<0.102063> : tensor<f32>
    %232 = call @uniform_19(%key232, %low232, %width232) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x128x128xf32>
    %key233 = stablehlo.constant dense<[233, 7]> : tensor<2xui64>
    %low233 = stablehlo.constant dense<-0.153093> : tensor<f32>
    %width233 = stablehlo.constant dense<0.306185> : tensor<f32>
    %233 = call @uniform_20(%key233, %low233, %width233) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x128x512xf32>
    %key234 = stablehlo.constant dense<[234, 7]> : tensor<2xui64>
    %low234 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width234 = stablehlo.constant dense<0.069282> : tensor<f32>
    %234 = call @uniform_1(%key234, %low234, %width234) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key235 = stablehlo.constant dense<[235, 7]> : tensor<2xui64>
    %low235 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width235 = stablehlo.constant dense<1.000000> : tensor<f32>
    %235 = call @uniform_1(%key235, %low235, %width235) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key236 = stablehlo.constant dense<[236, 7]> : tensor<2xui64>
    %low236 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width236 = stablehlo.constant dense<0.069282> : tensor<f32>
    %236 = call @uniform_1(%key236, %low236, %width236) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key237 = stablehlo.constant dense<[237, 7]> : tensor<2xui64>
    %low237 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width237 = stablehlo.constant dense<1.000000> : tensor<f32>
    %237 = call @uniform_1(%key237, %low237, %width237) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key238 = stablehlo.constant dense<[238, 7]> : tensor<2xui64>
    %low238 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width238 = stablehlo.constant dense<0.069282> : tensor<f32>
    %238 = call @uniform_2(%key238, %low238, %width238) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key239 = stablehlo.constant dense<[239, 7]> : tensor<2xui64>
    %low239 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width239 = stablehlo.constant dense<1.000000> : tensor<f32>
    %239 = call @uniform_2(%key239, %low239, %width239) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key240 = stablehlo.constant dense<[240, 7]> : tensor<2xui64>
    %low240 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width240 = stablehlo.constant dense<0.069282> : tensor<f32>
    %240 = call @uniform_2(%key240, %low240, %width240) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key241 = stablehlo.constant dense<[241, 7]> : tensor<2xui64>
    %low241 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width241 = stablehlo.constant dense<1.000000> : tensor<f32>
    %241 = call @uniform_2(%key241, %low241, %width241) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key242 = stablehlo.constant dense<[242, 7]> : tensor<2xui64>
    %low242 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width242 = stablehlo.constant dense<0.153093> : tensor<f32>
    %242 = call @uniform_23(%key242, %low242, %width242) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x256xf32>
    %key243 = stablehlo.constant dense<[243, 7]> : tensor<2xui64>
    %low243 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width243 = stablehlo.constant dense<0.072168> : tensor<f32>
    %243 = call @uniform_11(%key243, %low243, %width243) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key244 = stablehlo.constant dense<[244, 7]> : tensor<2xui64>
    %low244 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width244 = stablehlo.constant dense<0.216506> : tensor<f32>
    %244 = call @uniform_12(%key244, %low244, %width244) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key245 = stablehlo.constant dense<[245, 7]> : tensor<2xui64>
    %low245 = stablehlo.constant dense<-0.076546> : tensor<f32>
    %width245 = stablehlo.constant dense<0.153093> : tensor<f32>
    %245 = call @uniform_24(%key245, %low245, %width245) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x512x1024xf32>
    %key246 = stablehlo.constant dense<[246, 7]> : tensor<2xui64>
    %low246 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width246 = stablehlo.constant dense<0.069282> : tensor<f32>
    %246 = call @uniform_1(%key246, %low246, %width246) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key247 = stablehlo.constant dense<[247, 7]> : tensor<2xui64>
    %low247 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width247 = stablehlo.constant dense<1.000000> : tensor<f32>
    %247 = call @uniform_1(%key247, %low247, %width247) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key248 = stablehlo.constant dense<[248, 7]> : tensor<2xui64>
    %low248 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width248 = stablehlo.constant dense<0.069282> : tensor<f32>
    %248 = call @uniform_1(%key248, %low248, %width248) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key249 = stablehlo.constant dense<[249, 7]> : tensor<2xui64>
    %low249 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width249 = stablehlo.constant dense<1.000000> : tensor<f32>
    %249 = call @uniform_1(%key249, %low249, %width249) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key250 = stablehlo.constant dense<[250, 7]> : tensor<2xui64>
    %low250 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width250 = stablehlo.constant dense<0.069282> : tensor<f32>
    %250 = call @uniform_2(%key250, %low250, %width250) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key251 = stablehlo.constant dense<[251, 7]> : tensor<2xui64>
    %low251 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width251 = stablehlo.constant dense<1.000000> : tensor<f32>
    %251 = call @uniform_2(%key251, %low251, %width251) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key252 = stablehlo.constant dense<[252, 7]> : tensor<2xui64>
    %low252 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width252 = stablehlo.constant dense<0.108253> : tensor<f32>
    %252 = call @uniform_10(%key252, %low252, %width252) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x256xf32>
    %key253 = stablehlo.constant dense<[253, 7]> : tensor<2xui64>
    %low253 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width253 = stablehlo.constant dense<0.072168> : tensor<f32>
    %253 = call @uniform_11(%key253, %low253, %width253) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key254 = stablehlo.constant dense<[254, 7]> : tensor<2xui64>
    %low254 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width254 = stablehlo.constant dense<0.216506> : tensor<f32>
    %254 = call @uniform_12(%key254, %low254, %width254) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key255 = stablehlo.constant dense<[255, 7]> : tensor<2xui64>
    %low255 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width255 = stablehlo.constant dense<0.069282> : tensor<f32>
    %255 = call @uniform_1(%key255, %low255, %width255) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key256 = stablehlo.constant dense<[256, 7]> : tensor<2xui64>
    %low256 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width256 = stablehlo.constant dense<1.000000> : tensor<f32>
    %256 = call @uniform_1(%key256, %low256, %width256) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key257 = stablehlo.constant dense<[257, 7]> : tensor<2xui64>
    %low257 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width257 = stablehlo.constant dense<0.069282> : tensor<f32>
    %257 = call @uniform_1(%key257, %low257, %width257) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key258 = stablehlo.constant dense<[258, 7]> : tensor<2xui64>
    %low258 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width258 = stablehlo.constant dense<1.000000> : tensor<f32>
    %258 = call @uniform_1(%key258, %low258, %width258) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<256xf32>
    %key259 = stablehlo.constant dense<[259, 7]> : tensor<2xui64>
    %low259 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width259 = stablehlo.constant dense<0.069282> : tensor<f32>
    %259 = call @uniform_2(%key259, %low259, %width259) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key260 = stablehlo.constant dense<[260, 7]> : tensor<2xui64>
    %low260 = stablehlo.constant dense<0.500000> : tensor<f32>
    %width260 = stablehlo.constant dense<1.000000> : tensor<f32>
    %260 = call @uniform_2(%key260, %low260, %width260) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1024xf32>
    %key261 = stablehlo.constant dense<[261, 7]> : tensor<2xui64>
    %low261 = stablehlo.constant dense<-0.054127> : tensor<f32>
    %width261 = stablehlo.constant dense<0.108253> : tensor<f32>
    %261 = call @uniform_10(%key261, %low261, %width261) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x1024x256xf32>
    %key262 = stablehlo.constant dense<[262, 7]> : tensor<2xui64>
    %low262 = stablehlo.constant dense<-0.036084> : tensor<f32>
    %width262 = stablehlo.constant dense<0.072168> : tensor<f32>
    %262 = call @uniform_11(%key262, %low262, %width262) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<3x3x256x256xf32>
    %key263 = stablehlo.constant dense<[263, 7]> : tensor<2xui64>
    %low263 = stablehlo.constant dense<-0.108253> : tensor<f32>
    %width263 = stablehlo.constant dense<0.216506> : tensor<f32>
    %263 = call @uniform_12(%key263, %low263, %width263) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x1x256x1024xf32>
    %key264 = stablehlo.constant dense<[264, 7]> : tensor<2xui64>
    %low264 = stablehlo.constant dense<-0.142858> : tensor<f32>
    %width264 = stablehlo.constant dense<0.285716> : tensor<f32>
    %264 = call @uniform_25(%key264, %low264, %width264) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<7x7x3x64xf32>
    %key265 = stablehlo.constant dense<[265, 7]> : tensor<2xui64>
    %low265 = stablehlo.constant dense<-0.034641> : tensor<f32>
    %width265 = stablehlo.constant dense<0.069282> : tensor<f32>
    %265 = call @uniform_26(%key265, %low265, %width265) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1000xf32>
    %key266 = stablehlo.constant dense<[266, 7]> : tensor<2xui64>
    %low266 = stablehlo.constant dense<-0.038273> : tensor<f32>
    %width266 = stablehlo.constant dense<0.076546> : tensor<f32>
    %266 = call @uniform_27(%key266, %low266, %width266) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<2048x1000xf32>
    %key267 = stablehlo.constant dense<[267, 7]> : tensor<2xui64>
    %low267 = stablehlo.constant dense<-1.732051> : tensor<f32>
    %width267 = stablehlo.constant dense<3.464102> : tensor<f32>
    %267 = call @uniform_28(%key267, %low267, %width267) : (tensor<2xui64>, tensor<f32>, tensor<f32>) -> tensor<1x224x224x3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141, %142, %143, %144, %145, %146, %147, %148, %149, %150, %151, %152, %153, %154, %155, %156, %157, %158, %159, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206, %207, %208, %209, %210, %211, %212, %213, %214, %215, %216, %217, %218, %219, %220, %221, %222, %223, %224, %225, %226, %227, %228, %229, %230, %231, %232, %233, %234, %235, %236, %237, %238, %239, %240, %241, %242, %243, %244, %245, %246, %247, %248, %249, %250, %251, %252, %253, %254, %255, %256, %257, %258, %259, %260, %261, %262, %263, %264, %265, %266, %267 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<1x1x64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<1x1x1024x2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<3x3x512x512xf32>, tensor<1x1x512x2048xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x64x256xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<1x1x256x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<3x3x128x128xf32>, tensor<1x1x128x512xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<1x1x512x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<3x3x256x256xf32>, tensor<1x1x256x1024xf32>, tensor<7x7x3x64xf32>, tensor<1000xf32>, tensor<2048x1000xf32>, tensor<1x224x224x3xf32>
  }
  func.func private @uniform_0(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<64xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>)
    %shift = stablehlo.constant dense<8> : tensor<64xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<64xui32>
    %float = stablehlo.convert %high : (tensor<64xui32>) -> tensor<64xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<64xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<64xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<64xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %result = stablehlo.add %scaled, %lows : tensor<64xf32>
    return %result : tensor<64xf32>
  }
  func.func private @uniform_1(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<256xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<256xui32>)
    %shift = stablehlo.constant dense<8> : tensor<256xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<256xui32>
    %float = stablehlo.convert %high : (tensor<256xui32>) -> tensor<256xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<256xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<256xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<256xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %result = stablehlo.add %scaled, %lows : tensor<256xf32>
    return %result : tensor<256xf32>
  }
  func.func private @uniform_2(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1024xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1024xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1024xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1024xui32>
    %float = stablehlo.convert %high : (tensor<1024xui32>) -> tensor<1024xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1024xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1024xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1024xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1024xf32>
    return %result : tensor<1024xf32>
  }
  func.func private @uniform_3(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<512xui32>
    %float = stablehlo.convert %high : (tensor<512xui32>) -> tensor<512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<512xf32>
    return %result : tensor<512xf32>
  }
  func.func private @uniform_4(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<2048xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2048xui32>)
    %shift = stablehlo.constant dense<8> : tensor<2048xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<2048xui32>
    %float = stablehlo.convert %high : (tensor<2048xui32>) -> tensor<2048xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<2048xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<2048xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<2048xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %result = stablehlo.add %scaled, %lows : tensor<2048xf32>
    return %result : tensor<2048xf32>
  }
  func.func private @uniform_5(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<128xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<128xui32>)
    %shift = stablehlo.constant dense<8> : tensor<128xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<128xui32>
    %float = stablehlo.convert %high : (tensor<128xui32>) -> tensor<128xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<128xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<128xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<128xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %result = stablehlo.add %scaled, %lows : tensor<128xf32>
    return %result : tensor<128xf32>
  }
  func.func private @uniform_6(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x64x64xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x64x64xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x64x64xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x64x64xui32>
    %float = stablehlo.convert %high : (tensor<1x1x64x64xui32>) -> tensor<1x1x64x64xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x64x64xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x64x64xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x64x64xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x64x64xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x64x64xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x64x64xf32>
    return %result : tensor<1x1x64x64xf32>
  }
  func.func private @uniform_7(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<3x3x64x64xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3x64x64xui32>)
    %shift = stablehlo.constant dense<8> : tensor<3x3x64x64xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<3x3x64x64xui32>
    %float = stablehlo.convert %high : (tensor<3x3x64x64xui32>) -> tensor<3x3x64x64xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<3x3x64x64xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<3x3x64x64xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<3x3x64x64xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %result = stablehlo.add %scaled, %lows : tensor<3x3x64x64xf32>
    return %result : tensor<3x3x64x64xf32>
  }
  func.func private @uniform_8(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x64x256xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x64x256xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x64x256xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x64x256xui32>
    %float = stablehlo.convert %high : (tensor<1x1x64x256xui32>) -> tensor<1x1x64x256xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x64x256xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x64x256xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x64x256xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x64x256xf32>
    return %result : tensor<1x1x64x256xf32>
  }
  func.func private @uniform_9(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x256x64xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x256x64xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x256x64xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x256x64xui32>
    %float = stablehlo.convert %high : (tensor<1x1x256x64xui32>) -> tensor<1x1x256x64xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x256x64xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x256x64xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x256x64xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x256x64xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x256x64xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x256x64xf32>
    return %result : tensor<1x1x256x64xf32>
  }
  func.func private @uniform_10(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x1024x256xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x1024x256xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x1024x256xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x1024x256xui32>
    %float = stablehlo.convert %high : (tensor<1x1x1024x256xui32>) -> tensor<1x1x1024x256xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x1024x256xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x1024x256xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x1024x256xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x1024x256xf32>
    return %result : tensor<1x1x1024x256xf32>
  }
  func.func private @uniform_11(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<3x3x256x256xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3x256x256xui32>)
    %shift = stablehlo.constant dense<8> : tensor<3x3x256x256xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<3x3x256x256xui32>
    %float = stablehlo.convert %high : (tensor<3x3x256x256xui32>) -> tensor<3x3x256x256xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<3x3x256x256xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<3x3x256x256xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<3x3x256x256xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %result = stablehlo.add %scaled, %lows : tensor<3x3x256x256xf32>
    return %result : tensor<3x3x256x256xf32>
  }
  func.func private @uniform_12(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x256x1024xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x256x1024xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x256x1024xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x256x1024xui32>
    %float = stablehlo.convert %high : (tensor<1x1x256x1024xui32>) -> tensor<1x1x256x1024xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x256x1024xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x256x1024xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x256x1024xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x256x1024xf32>
    return %result : tensor<1x1x256x1024xf32>
  }
  func.func private @uniform_13(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x1024x512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x1024x512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x1024x512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x1024x512xui32>
    %float = stablehlo.convert %high : (tensor<1x1x1024x512xui32>) -> tensor<1x1x1024x512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x1024x512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x1024x512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x1024x512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x1024x512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x1024x512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x1024x512xf32>
    return %result : tensor<1x1x1024x512xf32>
  }
  func.func private @uniform_14(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<3x3x512x512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3x512x512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<3x3x512x512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<3x3x512x512xui32>
    %float = stablehlo.convert %high : (tensor<3x3x512x512xui32>) -> tensor<3x3x512x512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<3x3x512x512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<3x3x512x512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<3x3x512x512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<3x3x512x512xf32>
    return %result : tensor<3x3x512x512xf32>
  }
  func.func private @uniform_15(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x512x2048xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x512x2048xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x512x2048xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x512x2048xui32>
    %float = stablehlo.convert %high : (tensor<1x1x512x2048xui32>) -> tensor<1x1x512x2048xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x512x2048xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x512x2048xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x512x2048xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x512x2048xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x512x2048xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x512x2048xf32>
    return %result : tensor<1x1x512x2048xf32>
  }
  func.func private @uniform_16(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x1024x2048xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x1024x2048xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x1024x2048xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x1024x2048xui32>
    %float = stablehlo.convert %high : (tensor<1x1x1024x2048xui32>) -> tensor<1x1x1024x2048xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x1024x2048xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x1024x2048xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x1024x2048xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x1024x2048xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x1024x2048xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x1024x2048xf32>
    return %result : tensor<1x1x1024x2048xf32>
  }
  func.func private @uniform_17(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x2048x512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x2048x512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x2048x512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x2048x512xui32>
    %float = stablehlo.convert %high : (tensor<1x1x2048x512xui32>) -> tensor<1x1x2048x512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x2048x512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x2048x512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x2048x512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x2048x512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x2048x512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x2048x512xf32>
    return %result : tensor<1x1x2048x512xf32>
  }
  func.func private @uniform_18(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x256x128xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x256x128xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x256x128xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x256x128xui32>
    %float = stablehlo.convert %high : (tensor<1x1x256x128xui32>) -> tensor<1x1x256x128xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x256x128xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x256x128xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x256x128xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x256x128xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x256x128xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x256x128xf32>
    return %result : tensor<1x1x256x128xf32>
  }
  func.func private @uniform_19(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<3x3x128x128xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3x128x128xui32>)
    %shift = stablehlo.constant dense<8> : tensor<3x3x128x128xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<3x3x128x128xui32>
    %float = stablehlo.convert %high : (tensor<3x3x128x128xui32>) -> tensor<3x3x128x128xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<3x3x128x128xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<3x3x128x128xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<3x3x128x128xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %result = stablehlo.add %scaled, %lows : tensor<3x3x128x128xf32>
    return %result : tensor<3x3x128x128xf32>
  }
  func.func private @uniform_20(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x128x512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x128x512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x128x512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x128x512xui32>
    %float = stablehlo.convert %high : (tensor<1x1x128x512xui32>) -> tensor<1x1x128x512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x128x512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x128x512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x128x512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x128x512xf32>
    return %result : tensor<1x1x128x512xf32>
  }
  func.func private @uniform_21(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x256x512xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x256x512xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x256x512xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x256x512xui32>
    %float = stablehlo.convert %high : (tensor<1x1x256x512xui32>) -> tensor<1x1x256x512xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x256x512xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x256x512xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x256x512xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x256x512xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x256x512xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x256x512xf32>
    return %result : tensor<1x1x256x512xf32>
  }
  func.func private @uniform_22(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x512x128xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x512x128xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x512x128xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x512x128xui32>
    %float = stablehlo.convert %high : (tensor<1x1x512x128xui32>) -> tensor<1x1x512x128xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x512x128xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x512x128xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x512x128xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x512x128xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x512x128xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x512x128xf32>
    return %result : tensor<1x1x512x128xf32>
  }
  func.func private @uniform_23(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x512x256xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x512x256xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x512x256xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x512x256xui32>
    %float = stablehlo.convert %high : (tensor<1x1x512x256xui32>) -> tensor<1x1x512x256xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x512x256xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x512x256xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x512x256xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x512x256xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x512x256xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x512x256xf32>
    return %result : tensor<1x1x512x256xf32>
  }
  func.func private @uniform_24(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x1x512x1024xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x512x1024xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x1x512x1024xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x1x512x1024xui32>
    %float = stablehlo.convert %high : (tensor<1x1x512x1024xui32>) -> tensor<1x1x512x1024xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x1x512x1024xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x1x512x1024xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x1x512x1024xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x1x512x1024xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x1x512x1024xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x1x512x1024xf32>
    return %result : tensor<1x1x512x1024xf32>
  }
  func.func private @uniform_25(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<7x7x3x64xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x7x3x64xui32>)
    %shift = stablehlo.constant dense<8> : tensor<7x7x3x64xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<7x7x3x64xui32>
    %float = stablehlo.convert %high : (tensor<7x7x3x64xui32>) -> tensor<7x7x3x64xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<7x7x3x64xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<7x7x3x64xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<7x7x3x64xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<7x7x3x64xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<7x7x3x64xf32>
    %result = stablehlo.add %scaled, %lows : tensor<7x7x3x64xf32>
    return %result : tensor<7x7x3x64xf32>
  }
  func.func private @uniform_26(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1000xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1000xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1000xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1000xui32>
    %float = stablehlo.convert %high : (tensor<1000xui32>) -> tensor<1000xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1000xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1000xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1000xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1000xf32>
    return %result : tensor<1000xf32>
  }
  func.func private @uniform_27(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<2048x1000xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2048x1000xui32>)
    %shift = stablehlo.constant dense<8> : tensor<2048x1000xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<2048x1000xui32>
    %float = stablehlo.convert %high : (tensor<2048x1000xui32>) -> tensor<2048x1000xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<2048x1000xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<2048x1000xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<2048x1000xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<2048x1000xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<2048x1000xf32>
    %result = stablehlo.add %scaled, %lows : tensor<2048x1000xf32>
    return %result : tensor<2048x1000xf32>
  }
  func.func private @uniform_28(%key: tensor<2xui64>, %low: tensor<f32>, %width: tensor<f32>) -> tensor<1x224x224x3xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x224x224x3xui32>)
    %shift = stablehlo.constant dense<8> : tensor<1x224x224x3xui32>
    %high = stablehlo.shift_right_logical %bits, %shift : tensor<1x224x224x3xui32>
    %float = stablehlo.convert %high : (tensor<1x224x224x3xui32>) -> tensor<1x224x224x3xf32>
    %unit = stablehlo.constant dense<5.9604644775390625e-08> : tensor<1x224x224x3xf32>
    %fraction = stablehlo.multiply %float, %unit : tensor<1x224x224x3xf32>
    %widths = stablehlo.broadcast_in_dim %width, dims = [] : (tensor<f32>) -> tensor<1x224x224x3xf32>
    %scaled = stablehlo.multiply %fraction, %widths : tensor<1x224x224x3xf32>
    %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<1x224x224x3xf32>
    %result = stablehlo.add %scaled, %lows : tensor<1x224x224x3xf32>
    return %result : tensor<1x224x224x3xf32>
  }
}
