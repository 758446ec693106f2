import { action, choice, files, integer, list, money, ref, text } from '#model'
import { certApplication } from './application.ts'
import { certReward } from './cert-reward.ts'
import { readScan } from './scan.ts'
import { certStatistics } from './statistics.ts'
import { BY_HAND, studentCert } from './student-cert.ts'

const need = { required: true } as const
const MOST = 200
const { refusals = {} } = studentCert.options
const id = ref('studentCert', '技能证书', need)
const ids = list('技能证书', id, { ...need, min: 1, max: MOST })
const reason = text('原因', { ...need, min: 2, max: 200, multiline: true })
/** 50-SK2: by hand, with what was looked at as proof. */
export const verifyBatch = action('certificate.studentCert.verifyBatch', '核验通过', {
  input: {
    ids,
    method: choice('核验方式', BY_HAND, need),
    proof: files('核验凭证', { ...need, maxFiles: 1, types: ['pdf', 'jpg', 'jpeg', 'png'], help: '查询结果的截图，或者核对过的原件照片' }),
  },
  output: { done: integer('已核验', need) },
  refusals,
})
export const rejectBatch = action('certificate.studentCert.rejectBatch', '核验不通过', { input: { ids, reason }, output: { done: integer('不通过', need) }, refusals })
/** 50-SK5 */
export const revokeCert = action('certificate.studentCert.revoke', '撤销', { input: { id, reason }, output: 'none', inScope: true, refusals })
/** 50-SK1: somebody has looked into who the number belongs to. */
export const settleClaim = action('certificate.studentCert.settleClaim', '核实重复填报', {
  input: { id, note: text('核实结果', { ...need, min: 2, max: 200, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** 50-SK4: puts what is due on a payout list of the fund. */
export const generateReward = action('certificate.certReward.generate', '生成发放单', {
  input: { id: ref('certReward', '奖励标准', need) },
  output: { count: integer('证书', need), total: money('金额', need) },
  inScope: true,
  refusals: certReward.options.refusals ?? {},
})
/** 50-SK5: finance has got a reward back. */
export const settleRecovery = action('certificate.studentCert.settleRecovery', '登记追回', {
  input: { id, note: text('追回说明', { ...need, min: 2, max: 200, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const certActions = [
  ...Object.values(certApplication),
  readScan,
  ...[verifyBatch, rejectBatch, revokeCert, settleClaim, generateReward, settleRecovery, certStatistics, certStatistics.sheet],
]
