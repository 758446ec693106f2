import { action, choice, date, files, integer, list, ref, shape, text } from '#model'
import { graduationCertificate } from './certificate.ts'

const required = { required: true } as const
const refusals = graduationCertificate.options.refusals ?? {}
/** What is numbered in one run: certificates of study whatever they say, or of degrees. */
export const RUN_KINDS = { study: '毕业、结业证书', degree: '学位证书' } as const
const batchId = ref('graduationBatch', '批次', required)
const run = {
  batchId,
  kind: choice('编号', RUN_KINDS, required),
  auditIds: list('学生', ref('graduationAudit', '毕业审核', required), { max: 1000 }),
}
const NUMBER = 'graduation:graduationCertificate:number'
/** The numbers that a run would give; nothing is stored. */
export const previewNumbers = action('graduation.graduationCertificate.previewNumbers', '预览编号', {
  method: 'GET',
  permission: NUMBER,
  input: run,
  output: {
    count: integer('人数', required),
    first: text('第一个号', { max: 40 }),
    last: text('最后一个号', { max: 40 }),
    lines: list(
      '名单',
      shape('学生', {
        number: text('证书编号', { required: true, max: 40 }),
        name: text('姓名', { required: true, max: 60 }),
        studentNo: text('学号', { max: 20 }),
        major: text('专业', { max: 60 }),
      }),
      required,
    ),
  },
  refusals,
})
/** 30-GR4: gives the numbers that were previewed, all of them or none. */
export const giveNumbers = action('graduation.graduationCertificate.number', '编号', {
  input: { ...run, count: integer('预览人数', required), first: text('预览的第一个号', { required: true, max: 40 }) },
  output: { done: integer('已编号', required) },
  refusals,
})
const id = ref('graduationCertificate', '证书', required)
export const voidNumber = action('graduation.graduationCertificate.voidNumber', '作废', {
  permission: NUMBER,
  inScope: true,
  input: { id, reason: text('原因', { required: true, max: 200, multiline: true }) },
  output: 'none',
  refusals,
})
/** 30-GR6: a lost certificate is proved by a paper with a number of its own. */
export const proveCertificate = action('graduation.graduationCertificate.prove', '补发证明书', {
  permission: NUMBER,
  inScope: true,
  input: { id },
  output: { number: text('编号', { required: true, max: 40 }) },
  refusals,
})
/** 30-GR5 */
export const convertCompletion = action('graduation.graduationCertificate.convert', '结业换发毕业', {
  permission: NUMBER,
  inScope: true,
  input: { id, date: date('签发日期', required), reason: text('依据', { required: true, max: 200, multiline: true }) },
  output: { number: text('编号', { required: true, max: 40 }) },
  refusals,
})
/** Hands out all papers of a student that wait, by the number on the student's card. */
export const handOut = action('graduation.graduationCertificate.handOut', '发放', {
  input: {
    batchId,
    studentNo: text('学号', { required: true, max: 20 }),
    receiver: text('代领人', { max: 60, help: '本人领取不填' }),
    signature: files('签名', { maxFiles: 1, types: ['png', 'jpg', 'jpeg'] }),
  },
  output: { name: text('姓名', { required: true, max: 64 }), numbers: list('证书', text('编号', { max: 40 }), required) },
  refusals,
})
export const certificateActions = [previewNumbers, giveNumbers, voidNumber, proveCertificate, convertCompletion, handOut]
