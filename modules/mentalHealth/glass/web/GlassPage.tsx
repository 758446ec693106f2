import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded, Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { CaseView } from '../../attention/web/public/CaseView.tsx'
import { breakGlass, glassRegister, myGlasses, readByGlass } from '../model/break-glass.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生有危险、又找不到个案组的人时，说明原因，临时查看个案。'),
  who: t('能看的学生不超出你的数据范围；每次查看都有记录，心理中心主任马上收到通知。'),
  first: t('先联系个案负责人或心理中心，联系不上再用。'),
})
/** 紧急查看 */
export default function GlassPage() {
  const mayBreak = useCan(breakGlass.permission)
  const mayRead = useCan(glassRegister.permission)
  return (
    <Page
      title={t('紧急查看')}
      actions={<FormButton of={breakGlass} type="primary" danger note={t('看到几时由学校规定，到时收回。心理中心主任马上收到通知。')} done={t('已登记，可以查看')} />}
    >
      {mayBreak ? <Mine /> : null}
      {mayRead ? <Register /> : null}
    </Page>
  )
}
function Mine() {
  const read = useRead(myGlasses, {})
  const [seen, setSeen] = useState<AnswerOf<typeof readByGlass>>()
  return (
    <Sheet title={t('正在紧急查看')}>
      <Loaded of={read} empty={rows => rows.length === 0 && t('现在没有正在查看的个案')}>
        {rows => (
          <PlainTable
            label={t('正在紧急查看')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name, { isHead: true }],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('班级'), r => r.className ?? MISSING],
              [t('看到几时'), r => formatDatetime(r.until)],
              [t('操作'), r => <ActionButton of={readByGlass} input={{ id: r.id }} done={false} onDone={setSeen} />],
            ]}
          />
        )}
      </Loaded>
      <Panel open={seen !== undefined} title={seen ? [seen.className, seen.name].filter(Boolean).join(' ') : ''} onClose={() => setSeen(undefined)}>
        {seen ? <CaseView of={seen} /> : null}
      </Panel>
    </Sheet>
  )
}
function Register() {
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const read = useRead(glassRegister, paging, { keeps: true })
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Sheet title={t('紧急查看登记')}>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('还没有人紧急查看过')} /> : null}
      {rows?.length ? (
        <>
          <PlainTable
            label={t('紧急查看登记')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('时间'), r => formatDatetime(r.at), { isHead: true }],
              [t('查看人'), r => r.by],
              [t('姓名'), r => r.name],
              [t('班级'), r => r.className ?? MISSING],
              [t('为什么'), r => r.why ?? MISSING],
              [t('看到几时'), r => formatDatetime(r.until)],
              [t('关注个案'), r => (r.hasCase ? <State tone="going">{t('有个案')}</State> : <State tone="over">{t('没有个案')}</State>)],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </>
      ) : null}
    </Sheet>
  )
}
