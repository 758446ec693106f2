import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { ABOUT, answerHelp, HELP_VIEWS, helpDesk, helpStates, openHelp, takeHelp } from '../model/help-request.ts'

type Seen = AnswerOf<typeof openHelp>
export const about: PageFile['about'] = () => ({
  use: t('学生为自己或同学的求助。'),
  who: t('心理中心的老师；每次打开都会留下记录。匿名的没有姓名，时间只到小时。'),
  first: t('先点“我来处理”，联系上以后再点“回复求助”。有危险的马上在“关注名单”里提出。'),
})
/** 求助处理 */
export default function HelpDeskPage() {
  const views = useView(HELP_VIEWS)
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(helpDesk, { view: views.view, ...paging }, { keeps: true })
  const [seen, setSeen] = useState<Seen>()
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page title={t('求助处理')} views={<ViewSwitch of={views} />}>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('现在没有等回应的求助')} /> : null}
      {rows?.length ? (
        <Sheet label={t('求助处理')}>
          <PlainTable
            label={t('求助处理')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name ?? t('匿名'), { isHead: true }],
              [t('班级'), r => r.className ?? MISSING],
              [t('为谁求助'), r => t(ABOUT[r.about])],
              [t('时间'), r => formatDatetime(r.at)],
              [t('状态'), r => <StateTag of={helpStates} state={r.state} />],
              [t('处理人'), r => r.by ?? MISSING],
              [
                t('操作'),
                r => (
                  <Row>
                    <ActionButton of={openHelp} input={{ id: r.id }} done={false} onDone={setSeen} />
                    {helpStates.allows(r, 'take') ? <ActionButton of={takeHelp} input={{ id: r.id }} type="primary" changes={['todo']} /> : null}
                    {helpStates.allows(r, 'answer') ? <FormButton of={answerHelp} input={{ id: r.id }} changes={['todo']} /> : null}
                  </Row>
                ),
              ],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
      <Panel open={seen !== undefined} title={seen?.name ?? t('匿名')} onClose={() => setSeen(undefined)}>
        {seen ? <OneRequest of={seen} /> : null}
      </Panel>
    </Page>
  )
}
const OneRequest = ({ of: { person, text, contact, phone, answer } }: { of: Seen }) => (
  <Stack>
    <Sheet title={t('想说的话')}>
      <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
    </Sheet>
    {person ? (
      <Sheet title={t('是哪位同学')}>
        <p>{person}</p>
      </Sheet>
    ) : null}
    <Sheet title={t('怎么联系你')}>
      <p>{[contact, phone].filter(Boolean).join(' · ') || t('没有留联系方式')}</p>
    </Sheet>
    {answer ? (
      <Sheet title={t('回复')}>
        <p style={{ whiteSpace: 'pre-line' }}>{answer}</p>
      </Sheet>
    ) : null}
  </Stack>
)
