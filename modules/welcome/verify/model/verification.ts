import { choice, datetime, decimal, entity, files, list, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const METHODS = { reader: '读卡', face: '人脸比对', manual: '人工核对' } as const
export const verifyResults = states(
  {
    pass: { label: '通过', tone: 'done' },
    doubt: { label: '存疑', tone: 'attention' },
    fail: { label: '不通过', tone: 'refused' },
  },
  { settle: ['doubt'], reopen: ['pass', 'fail'] },
)
export type VerifyResult = keyof typeof verifyResults.labels
/** 30-WV1: what the system compares by itself, and the face where a service does. */
export const CHECKS = { number: '证件号', name: '姓名', validity: '有效期', twin: '相近的人', face: '人脸' } as const
export type Check = keyof typeof CHECKS
export const PICTURES = ['jpg', 'jpeg', 'png'] as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const picture = { ...readonly, maxFiles: 1, mostMb: 5, types: PICTURES, sensitivity: 'S2' } as const

/** 身份核验: whether who stands there is who was admitted; one for each person of a batch. */
export const idVerification = entity(
  'welcome.idVerification',
  '身份核验',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    method: choice('方式', METHODS, fixed),
    result: verifyResults.field('结果'),
    /** What was found: kept when the doubt is settled. */
    faults: list('疑点', choice('疑点', CHECKS, { required: true }), { ...readonly, max: 5 }),
    score: decimal('人脸分数', { ...readonly, precision: 5, scale: 2, min: 0, max: 100 }),
    reader: text('读卡器', { ...readonly, max: 40 }),
    pointId: ref('welcomePoint', '办理点', fixed),
    verifier: ref('user', '核验人', fixed),
    at: datetime('核验时间', { ...fixed, sortable: true }),
    /** 30-WV3: another person than the verifier. */
    second: ref('user', '复核人', readonly),
    secondAt: datetime('复核时间', { ...readonly, sortable: true }),
    reason: text('说明', { ...readonly, max: 200 }),
    /** 30-WV2: only of those who agree. */
    idFiles: files('证件照片', picture),
    livePhoto: files('现场照片', picture),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-at'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      notHere: '办理点“{point}”不办身份核验',
      validityMissing: '请填写证件有效期，长期有效的勾选“长期”',
      noReader: '学校没有设置读卡服务，请照着证件录入',
      silent: '读卡服务没有回答，请再试一次，或照着证件录入',
      noCard: '读卡器“{device}”上没有读到身份证，请放好证件再读',
      stranger: '“{batch}”的新生名单里没有这张证件的人，请扫本人的迎新码再核验',
      expired: '读证已过 {minutes} 分钟，请重新读证',
      changed: '{name}的录取信息刚刚改过，请重新读证',
      reasonMissing: '{result}的须写明情况',
      noConsent: '{name}没有同意拍照比对，请人工核对',
      sameVerifier: '{name}存疑，须由另一人复核，第一次是你核验的',
      settled: '{name}的身份核验{state}，不用复核',
    },
  },
)
