import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { closeCosts, closingStates, costSheet, recloseCosts, recordCost, removeCost, withdrawClosing } from '../model/closing.ts'
import { COST_CHANGES } from './labels.ts'
import { CostLines, Overruns } from './money/CostLines.tsx'
import { ClosingReport } from './report/ClosingReport.tsx'

type CostSheet = AnswerOf<typeof costSheet>
type Line = NonNullable<CostSheet['lines'][number]>
type Cost = NonNullable<Line['costs'][number]>
/** 经费结清 of one activity, for whoever runs it: planned and spent, line by line. */
export default function ActivityCostsPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(costSheet, { activityId: id ?? '' }, { enabled: Boolean(id) })
  return (
    <Page title={t('经费结清')} back="/activity/organise">
      {id ? (
        <Loaded of={read} lines={8}>
          {of => (
            <Stack>
              <Head of={of} activityId={id} />
              <Sheet title={t('结项数据')} note={t('由签到、台账、照片和评价自动得出，不用填写。')}>
                <ClosingReport of={of.figures} />
              </Sheet>
              <Sheet
                title={t('预算和支出')}
                actions={
                  of.abilities.record ? (
                    <FormButton of={recordCost} input={{ activityId: id }} layout={['item', 'source', 'amount', 'vouchers']} changes={COST_CHANGES}>
                      {t('登记预算外支出')}
                    </FormButton>
                  ) : null
                }
              >
                <CostLines lines={of.lines} planned={of.planned} spent={of.spent} costs={l => <Costs of={l} activityId={id} mayRecord={of.abilities.record} />} />
              </Sheet>
            </Stack>
          )}
        </Loaded>
      ) : (
        <Empty title={t('没有选择活动')} />
      )}
    </Page>
  )
}
function Head({ of, activityId }: { of: CostSheet; activityId: string }) {
  const { abilities: can, closingId } = of
  const id = closingId ?? ''
  return (
    <Sheet title={of.title} actions={of.state ? <StateTag of={closingStates} state={of.state} /> : null}>
      <Stack>
        <Figures label={t('经费结清')}>
          <Figure label={t('预算')} value={formatMoney(of.planned)} />
          <Figure label={t('支出')} value={formatMoney(of.spent)} />
          {of.perPresent === null ? null : <Figure label={t('人均（{{n}} 人到场）', { n: of.present ?? 0 })} value={formatMoney(of.perPresent)} />}
        </Figures>
        <Overruns purses={of.purses} percent={of.percent} />
        {of.note ? <p>{of.note}</p> : null}
        <Row>
          {can.close ? (
            <FormButton
              of={closeCosts}
              input={{ activityId }}
              type="primary"
              changes={COST_CHANGES}
              note={t('社团经费由指导教师复核后记支出，没有用完的随即释放；超支的还要审批。')}
            />
          ) : null}
          {can.resubmit ? <FormButton of={recloseCosts} input={{ id }} initial={{ note: of.note }} type="primary" changes={COST_CHANGES} /> : null}
          {can.withdraw ? <ActionButton of={withdrawClosing} input={{ id }} danger changes={COST_CHANGES} confirm={t('撤回后可以改支出，再结清。')} /> : null}
          {of.instanceId ? <Link to={`/workflow/case/${of.instanceId}`}>{t('审批进度')}</Link> : null}
        </Row>
      </Stack>
    </Sheet>
  )
}
function Costs({ of, activityId, mayRecord }: { of: Line; activityId: string; mayRecord: boolean }) {
  const costs = of.costs.flatMap(c => c ?? [])
  if (!costs.length && !mayRecord) return null
  return (
    <Stack gap={2}>
      {costs.map(c => (
        <OneCost key={c.id} of={c} mayRemove={mayRecord} isOnly={costs.length === 1} />
      ))}
      {mayRecord && of.line ? (
        <FormButton
          of={recordCost}
          input={{ activityId, line: of.line }}
          layout={['amount', 'vouchers']}
          title={t('登记支出：{{item}}', { item: of.item })}
          changes={COST_CHANGES}
        />
      ) : null}
    </Stack>
  )
}
const OneCost = ({ of, mayRemove, isOnly }: { of: Cost; mayRemove: boolean; isOnly: boolean }) => (
  <Row>
    {isOnly ? null : <span>{formatMoney(of.amount)}</span>}
    <FileLinks ids={of.vouchers.flatMap(v => v ?? [])} label={t('凭证材料')} />
    <span className="ql-quiet">{of.maker}</span>
    {mayRemove ? <ActionButton of={removeCost} input={{ id: of.id }} danger changes={COST_CHANGES} confirm={t('删除这笔支出和它的凭证？')} /> : null}
  </Row>
)
