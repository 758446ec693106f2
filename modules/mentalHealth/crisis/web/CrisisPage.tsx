import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { acceptCrisis, CRISIS_VIEWS, crisisRegister, crisisStates, openCrisis, reportCrisis } from '../model/crisis-event.ts'
import { CrisisView } from './CrisisView.tsx'

export const about: PageFile['about'] = () => ({
  use: t('眼前的危机：谁在现场负责、做了什么、家长知道没有。'),
  who: t('现场负责人、个案组和被呼叫的心理老师看得到全部；辅导员和学院看得到进展和自己登记的。'),
  first: t('不要让学生独处，有生命危险先打 120、110。移交要等对方按“我来接手”，在那以前仍由你负责。'),
})
/** 危机事件 */
export default function CrisisPage() {
  const views = useView(CRISIS_VIEWS)
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(crisisRegister, { view: views.view, ...paging }, { keeps: true, follows: 'todo' })
  const [seen, setSeen] = useState<AnswerOf<typeof openCrisis>>()
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page
      title={t('危机事件')}
      views={<ViewSwitch of={views} />}
      actions={<FormButton of={reportCrisis} type="primary" danger done={t('已报告，正在呼叫心理中心')} changes={['attentionCase']} />}
    >
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={views.view === 'closed' ? t('还没有办结的事件') : t('现在没有处置中的事件')} /> : null}
      {rows?.length ? (
        <Sheet label={t('危机事件')}>
          <PlainTable
            label={t('危机事件')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name, { isHead: true }],
              [t('班级'), r => r.className ?? MISSING],
              [t('发生时间'), r => formatDatetime(r.at)],
              [t('状态'), r => <StateTag of={crisisStates} state={r.state} />],
              [t('现场负责人'), r => r.lead ?? MISSING],
              [
                t('待接手'),
                r =>
                  r.nextLead && r.acceptBy ? (
                    <Row>
                      {r.nextLead}
                      <State tone="attention">{t('{{at}} 前确认', { at: formatDatetime(r.acceptBy) })}</State>
                    </Row>
                  ) : (
                    MISSING
                  ),
              ],
              [t('联系家长时间'), r => (r.guardianAt ? formatDatetime(r.guardianAt) : r.state === 'open' ? <State tone="refused">{t('还没有')}</State> : MISSING)],
              [
                t('操作'),
                r => (
                  <Row>
                    {r.isAsked ? <ActionButton of={acceptCrisis} input={{ id: r.id }} type="primary" done={t('现在由你负责')} /> : null}
                    <ActionButton of={openCrisis} input={{ id: r.id }} done={false} onDone={setSeen} />
                  </Row>
                ),
              ],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
      <Panel open={seen !== undefined} title={seen ? [seen.className, seen.name].filter(Boolean).join(' ') : ''} onClose={() => setSeen(undefined)}>
        {seen ? <CrisisView of={seen} onDone={() => setSeen(undefined)} /> : null}
      </Panel>
    </Page>
  )
}
