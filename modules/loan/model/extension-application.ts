import { date, integer, money } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, loanExtension } from './extension.ts'

const need = { required: true } as const
const own = ownApplication(loanExtension, { form: asked })
const sums = { loans: integer('贷款笔数', need), balance: money('贷款余额', need), startsOn: date('开始计息') } as const
export const extensionApplication = {
  apply: own.apply('申请深造展期'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin(sums),
  preview: own.preview({ from: asked.from, until: asked.until }, sums),
  mine: own.mine([]),
  card: own.card({ school: asked.school, study: asked.study, from: asked.from, until: asked.until, ...sums }),
}
