package dex

// Op is an opcode: the low byte of an instruction's first code unit.
type Op uint8

// opFlags are the facts that control flow, data flow and exceptions follow from.
type opFlags uint16

const (
	continues   opFlags = 1 << iota // may go on with the instruction that follows
	throws                          // may throw
	returns                         // leaves the method
	branches                        // Lit is the target
	switches                        // targets are in the payload
	hasPayload                      // Lit is the position of a payload
	givesResult                     // leaves a result for a move-result
	takesResult                     // fetches the result of the instruction before
	reads                           // reads a field
	writes                          // writes a field
	invokes                         // calls

	calls = continues | throws | givesResult | invokes
)

// opInfo is one row of the table. operands has one letter for each register
// operand: d defines, u uses, x does both; capitals are wide (two registers);
// "*" is an argument list, which is only used.
type opInfo struct {
	Name     string
	Format   Format
	Ref      RefKind
	operands string
	flags    opFlags
}

// The opcodes, in the order of "Dalvik bytecode".
const (
	OpNop                    Op = 0x00
	OpMove                   Op = 0x01
	OpMoveFrom16             Op = 0x02
	OpMove16                 Op = 0x03
	OpMoveWide               Op = 0x04
	OpMoveWideFrom16         Op = 0x05
	OpMoveWide16             Op = 0x06
	OpMoveObject             Op = 0x07
	OpMoveObjectFrom16       Op = 0x08
	OpMoveObject16           Op = 0x09
	OpMoveResult             Op = 0x0a
	OpMoveResultWide         Op = 0x0b
	OpMoveResultObject       Op = 0x0c
	OpMoveException          Op = 0x0d
	OpReturnVoid             Op = 0x0e
	OpReturn                 Op = 0x0f
	OpReturnWide             Op = 0x10
	OpReturnObject           Op = 0x11
	OpConst4                 Op = 0x12
	OpConst16                Op = 0x13
	OpConst                  Op = 0x14
	OpConstHigh16            Op = 0x15
	OpConstWide16            Op = 0x16
	OpConstWide32            Op = 0x17
	OpConstWide              Op = 0x18
	OpConstWideHigh16        Op = 0x19
	OpConstString            Op = 0x1a
	OpConstStringJumbo       Op = 0x1b
	OpConstClass             Op = 0x1c
	OpMonitorEnter           Op = 0x1d
	OpMonitorExit            Op = 0x1e
	OpCheckCast              Op = 0x1f
	OpInstanceOf             Op = 0x20
	OpArrayLength            Op = 0x21
	OpNewInstance            Op = 0x22
	OpNewArray               Op = 0x23
	OpFilledNewArray         Op = 0x24
	OpFilledNewArrayRange    Op = 0x25
	OpFillArrayData          Op = 0x26
	OpThrow                  Op = 0x27
	OpGoto                   Op = 0x28
	OpGoto16                 Op = 0x29
	OpGoto32                 Op = 0x2a
	OpPackedSwitch           Op = 0x2b
	OpSparseSwitch           Op = 0x2c
	OpCmplFloat              Op = 0x2d
	OpCmpgFloat              Op = 0x2e
	OpCmplDouble             Op = 0x2f
	OpCmpgDouble             Op = 0x30
	OpCmpLong                Op = 0x31
	OpIfEq                   Op = 0x32
	OpIfNe                   Op = 0x33
	OpIfLt                   Op = 0x34
	OpIfGe                   Op = 0x35
	OpIfGt                   Op = 0x36
	OpIfLe                   Op = 0x37
	OpIfEqz                  Op = 0x38
	OpIfNez                  Op = 0x39
	OpIfLtz                  Op = 0x3a
	OpIfGez                  Op = 0x3b
	OpIfGtz                  Op = 0x3c
	OpIfLez                  Op = 0x3d
	OpAget                   Op = 0x44
	OpAgetWide               Op = 0x45
	OpAgetObject             Op = 0x46
	OpAgetBoolean            Op = 0x47
	OpAgetByte               Op = 0x48
	OpAgetChar               Op = 0x49
	OpAgetShort              Op = 0x4a
	OpAput                   Op = 0x4b
	OpAputWide               Op = 0x4c
	OpAputObject             Op = 0x4d
	OpAputBoolean            Op = 0x4e
	OpAputByte               Op = 0x4f
	OpAputChar               Op = 0x50
	OpAputShort              Op = 0x51
	OpIget                   Op = 0x52
	OpIgetWide               Op = 0x53
	OpIgetObject             Op = 0x54
	OpIgetBoolean            Op = 0x55
	OpIgetByte               Op = 0x56
	OpIgetChar               Op = 0x57
	OpIgetShort              Op = 0x58
	OpIput                   Op = 0x59
	OpIputWide               Op = 0x5a
	OpIputObject             Op = 0x5b
	OpIputBoolean            Op = 0x5c
	OpIputByte               Op = 0x5d
	OpIputChar               Op = 0x5e
	OpIputShort              Op = 0x5f
	OpSget                   Op = 0x60
	OpSgetWide               Op = 0x61
	OpSgetObject             Op = 0x62
	OpSgetBoolean            Op = 0x63
	OpSgetByte               Op = 0x64
	OpSgetChar               Op = 0x65
	OpSgetShort              Op = 0x66
	OpSput                   Op = 0x67
	OpSputWide               Op = 0x68
	OpSputObject             Op = 0x69
	OpSputBoolean            Op = 0x6a
	OpSputByte               Op = 0x6b
	OpSputChar               Op = 0x6c
	OpSputShort              Op = 0x6d
	OpInvokeVirtual          Op = 0x6e
	OpInvokeSuper            Op = 0x6f
	OpInvokeDirect           Op = 0x70
	OpInvokeStatic           Op = 0x71
	OpInvokeInterface        Op = 0x72
	OpInvokeVirtualRange     Op = 0x74
	OpInvokeSuperRange       Op = 0x75
	OpInvokeDirectRange      Op = 0x76
	OpInvokeStaticRange      Op = 0x77
	OpInvokeInterfaceRange   Op = 0x78
	OpNegInt                 Op = 0x7b
	OpNotInt                 Op = 0x7c
	OpNegLong                Op = 0x7d
	OpNotLong                Op = 0x7e
	OpNegFloat               Op = 0x7f
	OpNegDouble              Op = 0x80
	OpIntToLong              Op = 0x81
	OpIntToFloat             Op = 0x82
	OpIntToDouble            Op = 0x83
	OpLongToInt              Op = 0x84
	OpLongToFloat            Op = 0x85
	OpLongToDouble           Op = 0x86
	OpFloatToInt             Op = 0x87
	OpFloatToLong            Op = 0x88
	OpFloatToDouble          Op = 0x89
	OpDoubleToInt            Op = 0x8a
	OpDoubleToLong           Op = 0x8b
	OpDoubleToFloat          Op = 0x8c
	OpIntToByte              Op = 0x8d
	OpIntToChar              Op = 0x8e
	OpIntToShort             Op = 0x8f
	OpAddInt                 Op = 0x90
	OpSubInt                 Op = 0x91
	OpMulInt                 Op = 0x92
	OpDivInt                 Op = 0x93
	OpRemInt                 Op = 0x94
	OpAndInt                 Op = 0x95
	OpOrInt                  Op = 0x96
	OpXorInt                 Op = 0x97
	OpShlInt                 Op = 0x98
	OpShrInt                 Op = 0x99
	OpUshrInt                Op = 0x9a
	OpAddLong                Op = 0x9b
	OpSubLong                Op = 0x9c
	OpMulLong                Op = 0x9d
	OpDivLong                Op = 0x9e
	OpRemLong                Op = 0x9f
	OpAndLong                Op = 0xa0
	OpOrLong                 Op = 0xa1
	OpXorLong                Op = 0xa2
	OpShlLong                Op = 0xa3
	OpShrLong                Op = 0xa4
	OpUshrLong               Op = 0xa5
	OpAddFloat               Op = 0xa6
	OpSubFloat               Op = 0xa7
	OpMulFloat               Op = 0xa8
	OpDivFloat               Op = 0xa9
	OpRemFloat               Op = 0xaa
	OpAddDouble              Op = 0xab
	OpSubDouble              Op = 0xac
	OpMulDouble              Op = 0xad
	OpDivDouble              Op = 0xae
	OpRemDouble              Op = 0xaf
	OpAddInt2addr            Op = 0xb0
	OpSubInt2addr            Op = 0xb1
	OpMulInt2addr            Op = 0xb2
	OpDivInt2addr            Op = 0xb3
	OpRemInt2addr            Op = 0xb4
	OpAndInt2addr            Op = 0xb5
	OpOrInt2addr             Op = 0xb6
	OpXorInt2addr            Op = 0xb7
	OpShlInt2addr            Op = 0xb8
	OpShrInt2addr            Op = 0xb9
	OpUshrInt2addr           Op = 0xba
	OpAddLong2addr           Op = 0xbb
	OpSubLong2addr           Op = 0xbc
	OpMulLong2addr           Op = 0xbd
	OpDivLong2addr           Op = 0xbe
	OpRemLong2addr           Op = 0xbf
	OpAndLong2addr           Op = 0xc0
	OpOrLong2addr            Op = 0xc1
	OpXorLong2addr           Op = 0xc2
	OpShlLong2addr           Op = 0xc3
	OpShrLong2addr           Op = 0xc4
	OpUshrLong2addr          Op = 0xc5
	OpAddFloat2addr          Op = 0xc6
	OpSubFloat2addr          Op = 0xc7
	OpMulFloat2addr          Op = 0xc8
	OpDivFloat2addr          Op = 0xc9
	OpRemFloat2addr          Op = 0xca
	OpAddDouble2addr         Op = 0xcb
	OpSubDouble2addr         Op = 0xcc
	OpMulDouble2addr         Op = 0xcd
	OpDivDouble2addr         Op = 0xce
	OpRemDouble2addr         Op = 0xcf
	OpAddIntLit16            Op = 0xd0
	OpRsubInt                Op = 0xd1
	OpMulIntLit16            Op = 0xd2
	OpDivIntLit16            Op = 0xd3
	OpRemIntLit16            Op = 0xd4
	OpAndIntLit16            Op = 0xd5
	OpOrIntLit16             Op = 0xd6
	OpXorIntLit16            Op = 0xd7
	OpAddIntLit8             Op = 0xd8
	OpRsubIntLit8            Op = 0xd9
	OpMulIntLit8             Op = 0xda
	OpDivIntLit8             Op = 0xdb
	OpRemIntLit8             Op = 0xdc
	OpAndIntLit8             Op = 0xdd
	OpOrIntLit8              Op = 0xde
	OpXorIntLit8             Op = 0xdf
	OpShlIntLit8             Op = 0xe0
	OpShrIntLit8             Op = 0xe1
	OpUshrIntLit8            Op = 0xe2
	OpInvokePolymorphic      Op = 0xfa
	OpInvokePolymorphicRange Op = 0xfb
	OpInvokeCustom           Op = 0xfc
	OpInvokeCustomRange      Op = 0xfd
	OpConstMethodHandle      Op = 0xfe
	OpConstMethodType        Op = 0xff
)

// opcodes is the one place that says what an instruction is; decoding, control
// flow and register use are derived from it.
var opcodes = [256]opInfo{
	OpNop:                    {"nop", Fmt10x, RefNone, "", continues},
	OpMove:                   {"move", Fmt12x, RefNone, "du", continues},
	OpMoveFrom16:             {"move/from16", Fmt22x, RefNone, "du", continues},
	OpMove16:                 {"move/16", Fmt32x, RefNone, "du", continues},
	OpMoveWide:               {"move-wide", Fmt12x, RefNone, "DU", continues},
	OpMoveWideFrom16:         {"move-wide/from16", Fmt22x, RefNone, "DU", continues},
	OpMoveWide16:             {"move-wide/16", Fmt32x, RefNone, "DU", continues},
	OpMoveObject:             {"move-object", Fmt12x, RefNone, "du", continues},
	OpMoveObjectFrom16:       {"move-object/from16", Fmt22x, RefNone, "du", continues},
	OpMoveObject16:           {"move-object/16", Fmt32x, RefNone, "du", continues},
	OpMoveResult:             {"move-result", Fmt11x, RefNone, "d", continues | takesResult},
	OpMoveResultWide:         {"move-result-wide", Fmt11x, RefNone, "D", continues | takesResult},
	OpMoveResultObject:       {"move-result-object", Fmt11x, RefNone, "d", continues | takesResult},
	OpMoveException:          {"move-exception", Fmt11x, RefNone, "d", continues},
	OpReturnVoid:             {"return-void", Fmt10x, RefNone, "", returns},
	OpReturn:                 {"return", Fmt11x, RefNone, "u", returns},
	OpReturnWide:             {"return-wide", Fmt11x, RefNone, "U", returns},
	OpReturnObject:           {"return-object", Fmt11x, RefNone, "u", returns},
	OpConst4:                 {"const/4", Fmt11n, RefNone, "d", continues},
	OpConst16:                {"const/16", Fmt21s, RefNone, "d", continues},
	OpConst:                  {"const", Fmt31i, RefNone, "d", continues},
	OpConstHigh16:            {"const/high16", Fmt21h, RefNone, "d", continues},
	OpConstWide16:            {"const-wide/16", Fmt21s, RefNone, "D", continues},
	OpConstWide32:            {"const-wide/32", Fmt31i, RefNone, "D", continues},
	OpConstWide:              {"const-wide", Fmt51l, RefNone, "D", continues},
	OpConstWideHigh16:        {"const-wide/high16", Fmt21h, RefNone, "D", continues},
	OpConstString:            {"const-string", Fmt21c, RefString, "d", continues | throws},
	OpConstStringJumbo:       {"const-string/jumbo", Fmt31c, RefString, "d", continues | throws},
	OpConstClass:             {"const-class", Fmt21c, RefType, "d", continues | throws},
	OpMonitorEnter:           {"monitor-enter", Fmt11x, RefNone, "u", continues | throws},
	OpMonitorExit:            {"monitor-exit", Fmt11x, RefNone, "u", continues | throws},
	OpCheckCast:              {"check-cast", Fmt21c, RefType, "x", continues | throws},
	OpInstanceOf:             {"instance-of", Fmt22c, RefType, "du", continues | throws},
	OpArrayLength:            {"array-length", Fmt12x, RefNone, "du", continues | throws},
	OpNewInstance:            {"new-instance", Fmt21c, RefType, "d", continues | throws},
	OpNewArray:               {"new-array", Fmt22c, RefType, "du", continues | throws},
	OpFilledNewArray:         {"filled-new-array", Fmt35c, RefType, "*", continues | throws | givesResult},
	OpFilledNewArrayRange:    {"filled-new-array/range", Fmt3rc, RefType, "*", continues | throws | givesResult},
	OpFillArrayData:          {"fill-array-data", Fmt31t, RefNone, "u", continues | throws | hasPayload},
	OpThrow:                  {"throw", Fmt11x, RefNone, "u", throws},
	OpGoto:                   {"goto", Fmt10t, RefNone, "", branches},
	OpGoto16:                 {"goto/16", Fmt20t, RefNone, "", branches},
	OpGoto32:                 {"goto/32", Fmt30t, RefNone, "", branches},
	OpPackedSwitch:           {"packed-switch", Fmt31t, RefNone, "u", continues | switches | hasPayload},
	OpSparseSwitch:           {"sparse-switch", Fmt31t, RefNone, "u", continues | switches | hasPayload},
	OpCmplFloat:              {"cmpl-float", Fmt23x, RefNone, "duu", continues},
	OpCmpgFloat:              {"cmpg-float", Fmt23x, RefNone, "duu", continues},
	OpCmplDouble:             {"cmpl-double", Fmt23x, RefNone, "dUU", continues},
	OpCmpgDouble:             {"cmpg-double", Fmt23x, RefNone, "dUU", continues},
	OpCmpLong:                {"cmp-long", Fmt23x, RefNone, "dUU", continues},
	OpIfEq:                   {"if-eq", Fmt22t, RefNone, "uu", continues | branches},
	OpIfNe:                   {"if-ne", Fmt22t, RefNone, "uu", continues | branches},
	OpIfLt:                   {"if-lt", Fmt22t, RefNone, "uu", continues | branches},
	OpIfGe:                   {"if-ge", Fmt22t, RefNone, "uu", continues | branches},
	OpIfGt:                   {"if-gt", Fmt22t, RefNone, "uu", continues | branches},
	OpIfLe:                   {"if-le", Fmt22t, RefNone, "uu", continues | branches},
	OpIfEqz:                  {"if-eqz", Fmt21t, RefNone, "u", continues | branches},
	OpIfNez:                  {"if-nez", Fmt21t, RefNone, "u", continues | branches},
	OpIfLtz:                  {"if-ltz", Fmt21t, RefNone, "u", continues | branches},
	OpIfGez:                  {"if-gez", Fmt21t, RefNone, "u", continues | branches},
	OpIfGtz:                  {"if-gtz", Fmt21t, RefNone, "u", continues | branches},
	OpIfLez:                  {"if-lez", Fmt21t, RefNone, "u", continues | branches},
	OpAget:                   {"aget", Fmt23x, RefNone, "duu", continues | throws},
	OpAgetWide:               {"aget-wide", Fmt23x, RefNone, "Duu", continues | throws},
	OpAgetObject:             {"aget-object", Fmt23x, RefNone, "duu", continues | throws},
	OpAgetBoolean:            {"aget-boolean", Fmt23x, RefNone, "duu", continues | throws},
	OpAgetByte:               {"aget-byte", Fmt23x, RefNone, "duu", continues | throws},
	OpAgetChar:               {"aget-char", Fmt23x, RefNone, "duu", continues | throws},
	OpAgetShort:              {"aget-short", Fmt23x, RefNone, "duu", continues | throws},
	OpAput:                   {"aput", Fmt23x, RefNone, "uuu", continues | throws},
	OpAputWide:               {"aput-wide", Fmt23x, RefNone, "Uuu", continues | throws},
	OpAputObject:             {"aput-object", Fmt23x, RefNone, "uuu", continues | throws},
	OpAputBoolean:            {"aput-boolean", Fmt23x, RefNone, "uuu", continues | throws},
	OpAputByte:               {"aput-byte", Fmt23x, RefNone, "uuu", continues | throws},
	OpAputChar:               {"aput-char", Fmt23x, RefNone, "uuu", continues | throws},
	OpAputShort:              {"aput-short", Fmt23x, RefNone, "uuu", continues | throws},
	OpIget:                   {"iget", Fmt22c, RefField, "du", continues | throws | reads},
	OpIgetWide:               {"iget-wide", Fmt22c, RefField, "Du", continues | throws | reads},
	OpIgetObject:             {"iget-object", Fmt22c, RefField, "du", continues | throws | reads},
	OpIgetBoolean:            {"iget-boolean", Fmt22c, RefField, "du", continues | throws | reads},
	OpIgetByte:               {"iget-byte", Fmt22c, RefField, "du", continues | throws | reads},
	OpIgetChar:               {"iget-char", Fmt22c, RefField, "du", continues | throws | reads},
	OpIgetShort:              {"iget-short", Fmt22c, RefField, "du", continues | throws | reads},
	OpIput:                   {"iput", Fmt22c, RefField, "uu", continues | throws | writes},
	OpIputWide:               {"iput-wide", Fmt22c, RefField, "Uu", continues | throws | writes},
	OpIputObject:             {"iput-object", Fmt22c, RefField, "uu", continues | throws | writes},
	OpIputBoolean:            {"iput-boolean", Fmt22c, RefField, "uu", continues | throws | writes},
	OpIputByte:               {"iput-byte", Fmt22c, RefField, "uu", continues | throws | writes},
	OpIputChar:               {"iput-char", Fmt22c, RefField, "uu", continues | throws | writes},
	OpIputShort:              {"iput-short", Fmt22c, RefField, "uu", continues | throws | writes},
	OpSget:                   {"sget", Fmt21c, RefField, "d", continues | throws | reads},
	OpSgetWide:               {"sget-wide", Fmt21c, RefField, "D", continues | throws | reads},
	OpSgetObject:             {"sget-object", Fmt21c, RefField, "d", continues | throws | reads},
	OpSgetBoolean:            {"sget-boolean", Fmt21c, RefField, "d", continues | throws | reads},
	OpSgetByte:               {"sget-byte", Fmt21c, RefField, "d", continues | throws | reads},
	OpSgetChar:               {"sget-char", Fmt21c, RefField, "d", continues | throws | reads},
	OpSgetShort:              {"sget-short", Fmt21c, RefField, "d", continues | throws | reads},
	OpSput:                   {"sput", Fmt21c, RefField, "u", continues | throws | writes},
	OpSputWide:               {"sput-wide", Fmt21c, RefField, "U", continues | throws | writes},
	OpSputObject:             {"sput-object", Fmt21c, RefField, "u", continues | throws | writes},
	OpSputBoolean:            {"sput-boolean", Fmt21c, RefField, "u", continues | throws | writes},
	OpSputByte:               {"sput-byte", Fmt21c, RefField, "u", continues | throws | writes},
	OpSputChar:               {"sput-char", Fmt21c, RefField, "u", continues | throws | writes},
	OpSputShort:              {"sput-short", Fmt21c, RefField, "u", continues | throws | writes},
	OpInvokeVirtual:          {"invoke-virtual", Fmt35c, RefMethod, "*", calls},
	OpInvokeSuper:            {"invoke-super", Fmt35c, RefMethod, "*", calls},
	OpInvokeDirect:           {"invoke-direct", Fmt35c, RefMethod, "*", calls},
	OpInvokeStatic:           {"invoke-static", Fmt35c, RefMethod, "*", calls},
	OpInvokeInterface:        {"invoke-interface", Fmt35c, RefMethod, "*", calls},
	OpInvokeVirtualRange:     {"invoke-virtual/range", Fmt3rc, RefMethod, "*", calls},
	OpInvokeSuperRange:       {"invoke-super/range", Fmt3rc, RefMethod, "*", calls},
	OpInvokeDirectRange:      {"invoke-direct/range", Fmt3rc, RefMethod, "*", calls},
	OpInvokeStaticRange:      {"invoke-static/range", Fmt3rc, RefMethod, "*", calls},
	OpInvokeInterfaceRange:   {"invoke-interface/range", Fmt3rc, RefMethod, "*", calls},
	OpNegInt:                 {"neg-int", Fmt12x, RefNone, "du", continues},
	OpNotInt:                 {"not-int", Fmt12x, RefNone, "du", continues},
	OpNegLong:                {"neg-long", Fmt12x, RefNone, "DU", continues},
	OpNotLong:                {"not-long", Fmt12x, RefNone, "DU", continues},
	OpNegFloat:               {"neg-float", Fmt12x, RefNone, "du", continues},
	OpNegDouble:              {"neg-double", Fmt12x, RefNone, "DU", continues},
	OpIntToLong:              {"int-to-long", Fmt12x, RefNone, "Du", continues},
	OpIntToFloat:             {"int-to-float", Fmt12x, RefNone, "du", continues},
	OpIntToDouble:            {"int-to-double", Fmt12x, RefNone, "Du", continues},
	OpLongToInt:              {"long-to-int", Fmt12x, RefNone, "dU", continues},
	OpLongToFloat:            {"long-to-float", Fmt12x, RefNone, "dU", continues},
	OpLongToDouble:           {"long-to-double", Fmt12x, RefNone, "DU", continues},
	OpFloatToInt:             {"float-to-int", Fmt12x, RefNone, "du", continues},
	OpFloatToLong:            {"float-to-long", Fmt12x, RefNone, "Du", continues},
	OpFloatToDouble:          {"float-to-double", Fmt12x, RefNone, "Du", continues},
	OpDoubleToInt:            {"double-to-int", Fmt12x, RefNone, "dU", continues},
	OpDoubleToLong:           {"double-to-long", Fmt12x, RefNone, "DU", continues},
	OpDoubleToFloat:          {"double-to-float", Fmt12x, RefNone, "dU", continues},
	OpIntToByte:              {"int-to-byte", Fmt12x, RefNone, "du", continues},
	OpIntToChar:              {"int-to-char", Fmt12x, RefNone, "du", continues},
	OpIntToShort:             {"int-to-short", Fmt12x, RefNone, "du", continues},
	OpAddInt:                 {"add-int", Fmt23x, RefNone, "duu", continues},
	OpSubInt:                 {"sub-int", Fmt23x, RefNone, "duu", continues},
	OpMulInt:                 {"mul-int", Fmt23x, RefNone, "duu", continues},
	OpDivInt:                 {"div-int", Fmt23x, RefNone, "duu", continues | throws},
	OpRemInt:                 {"rem-int", Fmt23x, RefNone, "duu", continues | throws},
	OpAndInt:                 {"and-int", Fmt23x, RefNone, "duu", continues},
	OpOrInt:                  {"or-int", Fmt23x, RefNone, "duu", continues},
	OpXorInt:                 {"xor-int", Fmt23x, RefNone, "duu", continues},
	OpShlInt:                 {"shl-int", Fmt23x, RefNone, "duu", continues},
	OpShrInt:                 {"shr-int", Fmt23x, RefNone, "duu", continues},
	OpUshrInt:                {"ushr-int", Fmt23x, RefNone, "duu", continues},
	OpAddLong:                {"add-long", Fmt23x, RefNone, "DUU", continues},
	OpSubLong:                {"sub-long", Fmt23x, RefNone, "DUU", continues},
	OpMulLong:                {"mul-long", Fmt23x, RefNone, "DUU", continues},
	OpDivLong:                {"div-long", Fmt23x, RefNone, "DUU", continues | throws},
	OpRemLong:                {"rem-long", Fmt23x, RefNone, "DUU", continues | throws},
	OpAndLong:                {"and-long", Fmt23x, RefNone, "DUU", continues},
	OpOrLong:                 {"or-long", Fmt23x, RefNone, "DUU", continues},
	OpXorLong:                {"xor-long", Fmt23x, RefNone, "DUU", continues},
	OpShlLong:                {"shl-long", Fmt23x, RefNone, "DUu", continues},
	OpShrLong:                {"shr-long", Fmt23x, RefNone, "DUu", continues},
	OpUshrLong:               {"ushr-long", Fmt23x, RefNone, "DUu", continues},
	OpAddFloat:               {"add-float", Fmt23x, RefNone, "duu", continues},
	OpSubFloat:               {"sub-float", Fmt23x, RefNone, "duu", continues},
	OpMulFloat:               {"mul-float", Fmt23x, RefNone, "duu", continues},
	OpDivFloat:               {"div-float", Fmt23x, RefNone, "duu", continues},
	OpRemFloat:               {"rem-float", Fmt23x, RefNone, "duu", continues},
	OpAddDouble:              {"add-double", Fmt23x, RefNone, "DUU", continues},
	OpSubDouble:              {"sub-double", Fmt23x, RefNone, "DUU", continues},
	OpMulDouble:              {"mul-double", Fmt23x, RefNone, "DUU", continues},
	OpDivDouble:              {"div-double", Fmt23x, RefNone, "DUU", continues},
	OpRemDouble:              {"rem-double", Fmt23x, RefNone, "DUU", continues},
	OpAddInt2addr:            {"add-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpSubInt2addr:            {"sub-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpMulInt2addr:            {"mul-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpDivInt2addr:            {"div-int/2addr", Fmt12x, RefNone, "xu", continues | throws},
	OpRemInt2addr:            {"rem-int/2addr", Fmt12x, RefNone, "xu", continues | throws},
	OpAndInt2addr:            {"and-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpOrInt2addr:             {"or-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpXorInt2addr:            {"xor-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpShlInt2addr:            {"shl-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpShrInt2addr:            {"shr-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpUshrInt2addr:           {"ushr-int/2addr", Fmt12x, RefNone, "xu", continues},
	OpAddLong2addr:           {"add-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpSubLong2addr:           {"sub-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpMulLong2addr:           {"mul-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpDivLong2addr:           {"div-long/2addr", Fmt12x, RefNone, "XU", continues | throws},
	OpRemLong2addr:           {"rem-long/2addr", Fmt12x, RefNone, "XU", continues | throws},
	OpAndLong2addr:           {"and-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpOrLong2addr:            {"or-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpXorLong2addr:           {"xor-long/2addr", Fmt12x, RefNone, "XU", continues},
	OpShlLong2addr:           {"shl-long/2addr", Fmt12x, RefNone, "Xu", continues},
	OpShrLong2addr:           {"shr-long/2addr", Fmt12x, RefNone, "Xu", continues},
	OpUshrLong2addr:          {"ushr-long/2addr", Fmt12x, RefNone, "Xu", continues},
	OpAddFloat2addr:          {"add-float/2addr", Fmt12x, RefNone, "xu", continues},
	OpSubFloat2addr:          {"sub-float/2addr", Fmt12x, RefNone, "xu", continues},
	OpMulFloat2addr:          {"mul-float/2addr", Fmt12x, RefNone, "xu", continues},
	OpDivFloat2addr:          {"div-float/2addr", Fmt12x, RefNone, "xu", continues},
	OpRemFloat2addr:          {"rem-float/2addr", Fmt12x, RefNone, "xu", continues},
	OpAddDouble2addr:         {"add-double/2addr", Fmt12x, RefNone, "XU", continues},
	OpSubDouble2addr:         {"sub-double/2addr", Fmt12x, RefNone, "XU", continues},
	OpMulDouble2addr:         {"mul-double/2addr", Fmt12x, RefNone, "XU", continues},
	OpDivDouble2addr:         {"div-double/2addr", Fmt12x, RefNone, "XU", continues},
	OpRemDouble2addr:         {"rem-double/2addr", Fmt12x, RefNone, "XU", continues},
	OpAddIntLit16:            {"add-int/lit16", Fmt22s, RefNone, "du", continues},
	OpRsubInt:                {"rsub-int", Fmt22s, RefNone, "du", continues},
	OpMulIntLit16:            {"mul-int/lit16", Fmt22s, RefNone, "du", continues},
	OpDivIntLit16:            {"div-int/lit16", Fmt22s, RefNone, "du", continues | throws},
	OpRemIntLit16:            {"rem-int/lit16", Fmt22s, RefNone, "du", continues | throws},
	OpAndIntLit16:            {"and-int/lit16", Fmt22s, RefNone, "du", continues},
	OpOrIntLit16:             {"or-int/lit16", Fmt22s, RefNone, "du", continues},
	OpXorIntLit16:            {"xor-int/lit16", Fmt22s, RefNone, "du", continues},
	OpAddIntLit8:             {"add-int/lit8", Fmt22b, RefNone, "du", continues},
	OpRsubIntLit8:            {"rsub-int/lit8", Fmt22b, RefNone, "du", continues},
	OpMulIntLit8:             {"mul-int/lit8", Fmt22b, RefNone, "du", continues},
	OpDivIntLit8:             {"div-int/lit8", Fmt22b, RefNone, "du", continues | throws},
	OpRemIntLit8:             {"rem-int/lit8", Fmt22b, RefNone, "du", continues | throws},
	OpAndIntLit8:             {"and-int/lit8", Fmt22b, RefNone, "du", continues},
	OpOrIntLit8:              {"or-int/lit8", Fmt22b, RefNone, "du", continues},
	OpXorIntLit8:             {"xor-int/lit8", Fmt22b, RefNone, "du", continues},
	OpShlIntLit8:             {"shl-int/lit8", Fmt22b, RefNone, "du", continues},
	OpShrIntLit8:             {"shr-int/lit8", Fmt22b, RefNone, "du", continues},
	OpUshrIntLit8:            {"ushr-int/lit8", Fmt22b, RefNone, "du", continues},
	OpInvokePolymorphic:      {"invoke-polymorphic", Fmt45cc, RefMethod, "*", calls},
	OpInvokePolymorphicRange: {"invoke-polymorphic/range", Fmt4rcc, RefMethod, "*", calls},
	OpInvokeCustom:           {"invoke-custom", Fmt35c, RefCallSite, "*", calls},
	OpInvokeCustomRange:      {"invoke-custom/range", Fmt3rc, RefCallSite, "*", calls},
	OpConstMethodHandle:      {"const-method-handle", Fmt21c, RefMethodHandle, "d", continues | throws},
	OpConstMethodType:        {"const-method-type", Fmt21c, RefProto, "d", continues | throws},
}

// String is the mnemonic, for example "invoke-virtual/range".
func (op Op) String() string {
	if opcodes[op].Format == FmtUnused {
		return "unused"
	}
	return opcodes[op].Name
}

// Format is the layout of the instruction.
func (op Op) Format() Format { return opcodes[op].Format }

// Ref is the table that Insn.Index points into.
func (op Op) Ref() RefKind { return opcodes[op].Ref }

func (op Op) is(f opFlags) bool { return opcodes[op].flags&f != 0 }

// Continues reports whether control may pass to the instruction that follows.
func (op Op) Continues() bool { return op.is(continues) }

// Throws reports whether the instruction may throw.
func (op Op) Throws() bool { return op.is(throws) }

// Returns reports whether the instruction is a return.
func (op Op) Returns() bool { return op.is(returns) }

// Branches reports a goto or an if; its target is Insn.Target.
func (op Op) Branches() bool { return op.is(branches) }

// Switches reports a packed or sparse switch; see Code.Cases.
func (op Op) Switches() bool { return op.is(switches) }

// Payload reports whether Insn.Target is the position of a payload.
func (op Op) Payload() bool { return op.is(hasPayload) }

// GivesResult reports whether a move-result may follow.
func (op Op) GivesResult() bool { return op.is(givesResult) }

// TakesResult reports a move-result of any kind.
func (op Op) TakesResult() bool { return op.is(takesResult) }

// ReadsField reports an iget or sget of any kind.
func (op Op) ReadsField() bool { return op.is(reads) }

// WritesField reports an iput or sput of any kind.
func (op Op) WritesField() bool { return op.is(writes) }

// Invokes reports a call of any kind, invoke-custom and invoke-polymorphic included.
func (op Op) Invokes() bool { return op.is(invokes) }

// Call is how an invoke finds its target.
type Call uint8

// The kinds of calls.
const (
	CallNone Call = iota
	CallVirtual
	CallSuper
	CallDirect
	CallStatic
	CallInterface
	CallPolymorphic
	CallCustom
)

// Call is the kind of an invoke, both forms (list and range) alike.
func (op Op) Call() Call {
	switch {
	case op >= OpInvokeVirtual && op <= OpInvokeInterface:
		return CallVirtual + Call(op-OpInvokeVirtual)
	case op >= OpInvokeVirtualRange && op <= OpInvokeInterfaceRange:
		return CallVirtual + Call(op-OpInvokeVirtualRange)
	case op == OpInvokePolymorphic || op == OpInvokePolymorphicRange:
		return CallPolymorphic
	case op == OpInvokeCustom || op == OpInvokeCustomRange:
		return CallCustom
	}
	return CallNone
}

var opsByName = func() map[string]Op {
	byName := make(map[string]Op, len(opcodes))
	for op := range opcodes {
		if opcodes[op].Format != FmtUnused {
			byName[opcodes[op].Name] = Op(op)
		}
	}
	return byName
}()

// OpByName finds an opcode by its mnemonic.
func OpByName(name string) (Op, bool) {
	op, ok := opsByName[name]
	return op, ok
}
