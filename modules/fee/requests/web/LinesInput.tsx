import { Checkbox } from 'antd'
import type { BegunOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import type { requestApplication } from '../model/application.ts'
import type { RequestForm } from './useRequest.ts'

type FormStart = BegunOf<typeof requestApplication>
/** The fees an application is about: those that a kind can be about, one of them or several. */
export function LinesInput({ known, request }: { known: FormStart; request: RequestForm }) {
  const { kind, chosen, offered } = request
  const isRefund = kind === 'refund'
  return (
    <Sheet title={t('哪一项费用')}>
      {offered.map(line => (
        <Row key={line.id} spread="between">
          <Checkbox checked={chosen.includes(line)} onChange={e => request.choose(line.id, e.target.checked)}>
            {t('{{item}} {{xn}}', { item: line.item, xn: line.xn })}
          </Checkbox>
          <span className="ql-quiet">{isRefund ? t('已缴 {{amount}}', { amount: formatMoney(line.paid) }) : t('还欠 {{amount}}', { amount: formatMoney(line.owed) })}</span>
        </Row>
      ))}
      {offered.length ? null : <p className="ql-help">{isRefund ? t('没有可以申请退的项目。学费和住宿费在离校时由学校按月退。') : t('没有欠缴的费用。')}</p>}
      {isRefund && known.credit ? <p className="ql-help">{t('不选项目时，退预存里的钱。')}</p> : null}
    </Sheet>
  )
}
