import { choice, date, entity, files, list, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const DOCUMENTS = { notice: '处分事先告知书', decision: '处分决定书', appealResult: '申诉复查结论', lift: '解除处分决定书' } as const
export const METHODS = { direct: '直接送达', retention: '留置送达', mail: '邮寄送达', publicNotice: '公告送达', eSign: '电子送达' } as const
export const RESULTS = { done: '已送达', refused: '拒绝签收', failed: '未能送达' } as const
const readonly = { readonly: true } as const

/** 送达: one attempt to hand a document over. */
export const documentDelivery = entity(
  'discipline.documentDelivery',
  '送达',
  {
    punishmentId: ref('punishment', '处分', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly, search: true }),
    documentKind: choice('文书', DOCUMENTS, { required: true, ...readonly }),
    method: choice('方式', METHODS, { required: true, ...readonly }),
    attemptedOn: date('送达日期', { required: true, ...readonly, sortable: true }),
    result: choice('结果', RESULTS, { required: true, ...readonly }),
    witnesses: list('见证人', text('见证人', { max: 60 }), { ...readonly, max: 5 }),
    trackingNo: text('邮件号', { ...readonly, max: 40 }),
    publicUrl: text('公告网址', { ...readonly, max: 300 }),
    proof: files('凭证', { ...readonly, maxFiles: 6, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
    effectiveOn: date('生效日期', { ...readonly, sortable: true }),
    by: ref('user', '经办人', readonly),
  },
  {
    title: 'documentKind',
    scope: BY_STUDENT,
    sort: ['-attemptedOn'],
    verbs: ['list', 'export'],
    refusals: {
      future: '送达日期 {on} 还没有到',
      noNotice: '告知书还没有签发，不能送达',
      beforeNotice: '送达日期 {on} 早于告知书签发的 {issued}',
      noDecision: '还没有作出决定，不能送达{what}',
      beforeDecision: '送达日期 {on} 早于{what}的 {decided}',
      already: '{what}已于 {on} 送达',
      witnesses: '留置送达须有 {least} 名见证人，现在 {count} 名',
      photo: '留置送达须上传现场照片',
      mailOnly: '{name}现在{status}，在校学生不用邮寄送达',
      tracking: '邮寄送达须填写邮件号',
      received: '邮寄送达须填写签收日期，不早于 {on}、不晚于今天',
      reachable: '公告送达须先有一次未能送达的记录',
      publicUrl: '公告送达须填写公告网址',
      result: '{method}的结果不能是“{result}”',
      eSign: '电子送达由学生本人签收，不能代为登记',
      notAgreed: '{name}没有同意电子送达，请用其他方式',
    },
  },
)
