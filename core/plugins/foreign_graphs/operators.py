"""The operators that a graph of another program may contain in order to be run.

A graph is a program: it can read and write files, call Python and load libraries. The listed operators compute numbers
from numbers, or keep them in variables; none of them names a file, a device, another machine or code outside the graph.
Operators that decode images, parse records or know texts are left out: an image's pixels do not need them.
"""

from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = """
Abs Acos Acosh Add AddN AddV2 All Any ApproximateEqual ArgMax ArgMin Asin Asinh Atan Atan2 Atanh BatchMatMul
BatchMatMulV2 BatchMatMulV3 Betainc BiasAdd BiasAddV1 Bincount Bitcast BitwiseAnd BitwiseOr BitwiseXor Bucketize Cast
Ceil ClipByValue Complex ComplexAbs Conj Cos Cosh Cross Cumprod Cumsum CumulativeLogsumexp DenseBincount Digamma Div
DivNoNan Einsum Elu Equal Erf Erfc Erfinv EuclideanNorm Exp Expm1 FFT FFT2D FFT3D Floor FloorDiv FloorMod Greater
GreaterEqual HistogramFixedWidth IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D Igamma Igammac Imag InTopK InTopKV2 Inv Invert
InvertPermutation IsFinite IsInf IsNan L2Loss LeakyRelu LeftShift Less LessEqual Lgamma LinSpace Log Log1p LogSoftmax
LogicalAnd LogicalNot LogicalOr MatMul MatrixBandPart MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3
MatrixDiagV2 MatrixDiagV3 MatrixSetDiag MatrixSetDiagV2 MatrixSetDiagV3 Max Maximum Mean Min Minimum Mod Mul MulNoNan
Ndtri Neg NextAfter NotEqual NthElement OneHot Polygamma PopulationCount Pow Prod RFFT RFFT2D RFFT3D Range Real RealDiv
Reciprocal Relu Relu6 RightShift Rint Round Rsqrt Select SelectV2 Selu Sigmoid Sign Sin Sinh Softmax
SoftmaxCrossEntropyWithLogits Softplus Softsign SparseMatMul SparseSoftmaxCrossEntropyWithLogits Sqrt Square
SquaredDifference Sub Sum Tan Tanh TopK TopKV2 TruncateDiv TruncateMod Where Xdivy Xlog1py Xlogy Zeta
"""

_SHAPES = """
BatchToSpace BatchToSpaceND BroadcastArgs BroadcastTo Concat ConcatOffset ConcatV2 Const DepthToSpace Diag DiagPart
DynamicPartition DynamicStitch Empty EnsureShape ExpandDims ExtractImagePatches Fill Gather GatherNd GatherV2
GuaranteeConst Identity IdentityN ListDiff MirrorPad OnesLike Pack Pad PadV2 ParallelDynamicStitch Rank Reshape Reverse
ReverseSequence ReverseV2 Roll ScatterNd SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum Shape ShapeN Size
Slice Snapshot SpaceToBatch SpaceToBatchND SpaceToDepth Split SplitV Squeeze StopGradient PreventGradient StridedSlice
TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub TensorScatterUpdate Tile Transpose
ConjugateTranspose Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 Unpack UnravelIndex UnsortedSegmentMax
UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum ZerosLike
"""

_NETWORKS = """
AdjustContrastv2 AdjustHue AdjustSaturation AvgPool AvgPool3D BatchNormWithGlobalNormalization CTCBeamSearchDecoder
CTCGreedyDecoder CombinedNonMaxSuppression Conv Conv2D Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
Conv3DBackpropInputV2 CropAndResize DataFormatDimMap DataFormatVecPermute DepthwiseConv2dNative Dequantize Dilation2D
DrawBoundingBoxes ExtractGlimpse FakeQuantWithMinMaxArgs FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsPerChannel
FractionalAvgPool FractionalMaxPool FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 FusedPadConv2D
FusedResizeAndPadConv2D GRUBlockCell HSVToRGB ImageProjectiveTransformV2 ImageProjectiveTransformV3 LRN LSTMBlockCell
BlockLSTM BlockLSTMV2 MaxPool MaxPool3D MaxPoolV2 MaxPoolWithArgmax NonMaxSuppression NonMaxSuppressionV2
NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps QuantizeAndDequantize
QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4 QuantizeV2 RGBToHSV ResizeArea ResizeBicubic
ResizeBilinear ResizeNearestNeighbor ScaleAndTranslate SparseToDense StatelessRandomNormalV2 StatelessRandomUniformV2
"""

_CONTROL = """
Assert Case CheckNumerics ControlTrigger Enter Exit If LoopCond Merge NextIteration NoOp PartitionedCall Placeholder
PlaceholderV2 PlaceholderWithDefault StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile Switch While
RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal
"""

_LISTS = """
EmptyTensorList TensorArrayCloseV3 TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayReadV3 TensorArrayScatterV3
TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3 TensorListConcat TensorListConcatLists
TensorListConcatV2 TensorListElementShape TensorListFromTensor TensorListGather TensorListGetItem TensorListLength
TensorListPopBack TensorListPushBack TensorListPushBackBatch TensorListReserve TensorListResize TensorListScatter
TensorListScatterV2 TensorListSetItem TensorListSplit TensorListStack
"""

_VARIABLES = """
Assign AssignAdd AssignAddVariableOp AssignSub AssignSubVariableOp AssignVariableOp IsVariableInitialized
ReadVariableOp ResourceGather ResourceGatherNd VarHandleOp VarIsInitializedOp Variable VariableShape VariableV2
DisableCopyOnRead
"""

ALLOWED = frozenset(" ".join((_NUMBERS, _SHAPES, _NETWORKS, _CONTROL, _LISTS, _VARIABLES)).split())
"""The names of TensorFlow's operators with which a graph is run."""

WITH_STATE = frozenset(" ".join((_CONTROL, _LISTS, _VARIABLES)).split()) | {"Empty", "GuaranteeConst"}
"""Those of `ALLOWED` that TensorFlow itself says have a state: variables, lists, random numbers, calls of functions."""

HOLDS_VALUES = frozenset({"Variable", "VariableV2", "VarHandleOp"})
"""Operators whose values are in other files than the graph."""

STORAGE = frozenset(
    {"SaveV2", "MergeV2Checkpoints", "ShardedFilename", "RestoreV2", "StringJoin", "StaticRegexFullMatch"}
)
"""Operators, in part, by which a SavedModel writes and reads its variables; only RestoreV2 is run, on its own file."""


def refused(operators: Iterable[str]) -> tuple[str, ...]:
    """Return the operators, sorted, that keep a graph from being run."""
    return tuple(sorted(set(operators) - ALLOWED))
