import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { dismissSignal, findSignals, handleSignal, SIGNAL_VIEWS, signalStates } from '../model/attention-signal.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生身上发生的事实：夜不归宿、缺勤、欠费、求助等。只说发生了什么，不作判断。'),
  who: t('心理中心；属于个案的，跟进这个个案的人。每次查看都会留下记录。'),
  first: t('核实以后点“处理好了”；与事实不符的点“不计入”，写清原因。合计达到界线时系统只提出关注，由人确认。'),
})
/** 关注信号 */
export default function SignalsPage() {
  const views = useView(SIGNAL_VIEWS)
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(findSignals, { view: views.view, ...paging }, { keeps: true })
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page title={t('关注信号')} views={<ViewSwitch of={views} />}>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('没有这样的信号')} /> : null}
      {rows?.length ? (
        <Sheet label={t('关注信号')}>
          <PlainTable
            label={t('关注信号')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name, { isHead: true }],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('班级'), r => r.className ?? MISSING],
              [t('信号'), r => r.title],
              [t('数值'), r => (r.value === null ? MISSING : formatNumber(r.value)), { isNumber: true }],
              [t('计多少'), r => (r.weight === null ? MISSING : formatNumber(r.weight)), { isNumber: true }],
              [t('发生时间'), r => formatDatetime(r.occurredAt)],
              [
                t('状态'),
                r => (
                  <Stack gap={1}>
                    <Row>
                      <StateTag of={signalStates} state={r.state} />
                      {r.isInCase ? <State tone="going">{t('在个案中')}</State> : null}
                    </Row>
                    {r.by ? <small className="ql-quiet">{[r.by, r.reason].filter(Boolean).join('：')}</small> : null}
                  </Stack>
                ),
              ],
              [
                t('操作'),
                r => (
                  <Row>
                    {signalStates.allows(r, 'handle') ? <ActionButton of={handleSignal} input={{ id: r.id }} /> : null}
                    {signalStates.allows(r, 'dismiss') ? <FormButton of={dismissSignal} input={{ id: r.id }} /> : null}
                  </Row>
                ),
              ],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
    </Page>
  )
}
