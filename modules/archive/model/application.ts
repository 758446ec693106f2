import { action, dict, integer, list, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { destinationKind } from './dictionaries.ts'
import { asked, graduateDestination } from './graduate-destination.ts'

const need = { required: true } as const
const own = ownApplication(graduateDestination, { form: asked })
export const destinationApplication = {
  apply: own.apply('登记毕业去向'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ gradYear: integer('毕业年份', need) }),
  preview: own.preview({ kind: asked.kind, gradYear: asked.gradYear, unitName: asked.unitName, archiveRecipient: asked.archiveRecipient, cantonCode: asked.cantonCode }, {}),
  mine: own.mine(['asOf', 'isCurrent']),
  card: own.card({ ...asked, name: student.fields.name, before: text('原档案接收单位', { max: 100 }) }),
}
/** Where files of earlier graduates of a kind went, most often first. */
export const suggestRecipients = action('archive.graduateDestination.suggest', '接收单位参考', {
  method: 'GET',
  permission: destinationApplication.apply.permission,
  input: { kind: dict('去向类别', destinationKind, need) },
  output: {
    units: list('接收单位', shape('接收单位', { name: text('名称', { ...need, max: 100, clear: 'units, of several graduates each' }), count: integer('人数', need) }), need),
  },
})
