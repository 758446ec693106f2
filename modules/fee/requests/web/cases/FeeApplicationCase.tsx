import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { requestApplication } from '../../model/application.ts'
import { REQUEST_KINDS, requestStates } from '../../model/fee-application.ts'
import { planOf } from '../../model/plan.ts'

type RequestCard = NonNullable<AnswerOf<typeof requestApplication.card>>
/** Card for deciding an application about fees: each line with its amount, the plan, and how the student stands. */
export default function FeeApplicationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(requestApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Lines card={card} />
          <Pair>
            <Part label={t('学生缴费情况')}>
              <FactList
                facts={[
                  [t('欠费'), formatMoney(card.arrears)],
                  [t('预存'), formatMoney(card.credit)],
                ]}
              />
            </Part>
            <Earlier card={card} />
          </Pair>
        </>
      )}
    </Card>
  )
}
function Lines({ card }: { card: RequestCard }) {
  const facts = [
    ...card.parts.map((p): [string, string] => [t('{{item}} {{xn}}', { item: p.item, xn: p.xn }), amountText(p)]),
    ...planOf(card.plan).map((p, n): [string, string] => [
      t('第 {{n}} 期', { n: n + 1 }),
      t('{{date}} 前 {{amount}}', { date: formatDate(p.date), amount: formatMoney(p.amount) }),
    ]),
    ...(card.until ? ([[t('缓缴到'), formatDate(card.until)]] as Array<[string, string]>) : []),
  ]
  return (
    <Part label={t('申请')} title={t('{{kind}} {{amount}}', { kind: t(REQUEST_KINDS[card.kind]), amount: formatMoney(card.amount) })}>
      <FactList facts={facts} />
    </Part>
  )
}
const amountText = ({ amount, used, of }: RequestCard['parts'][number]): string =>
  used === null || of === null ? formatMoney(amount) : t('{{amount}}（{{of}} 个月用了 {{used}} 个月）', { amount: formatMoney(amount), of, used })
const Earlier = ({ card }: { card: RequestCard }) => (
  <Part label={t('以往申请')} note={card.earlier.length ? null : <span className="ql-quiet">{t('没有申请过')}</span>}>
    <ul>
      {card.earlier.map(e => (
        <li key={e.id}>
          {t('{{kind}}：{{items}}', { kind: t(REQUEST_KINDS[e.kind]), items: e.items })} <StateTag of={requestStates} state={e.state} />
        </li>
      ))}
    </ul>
  </Part>
)
