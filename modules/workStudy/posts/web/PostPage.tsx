import { useState } from 'react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ConditionsEditor } from '#modules/workflow/rounds/web/public/ConditionsEditor.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { weekSpansText } from '#web/forms/WeekSpans.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { closePost, conditionsOfPost, publishPost, reopenPost, setConditions, workPost } from '../model/post.ts'
import { payText } from './labels.ts'
import { postLayout } from './post-layout.tsx'

const VIEWS = {
  open: { label: '招聘中', where: { 'state.in': 'open,full' }, sort: ['applyTo'] },
  waiting: { label: '待审核', where: { 'state.in': 'pending,returned' } },
  all: { label: '全部' },
} as const

export const about: PageFile['about'] = () => ({
  use: t('各单位要招多少人，做什么，什么时段，多少报酬。'),
  who: t('用工单位发布，学工处审核。'),
  first: t('先写岗位再提交审核；报酬和每周小时不能超出国家和学校的规定。'),
})
/** 岗位审核: posts of all units, or of one's own. */
export default function PostPage() {
  const views = useView(VIEWS, { label: t('岗位#many') })
  const [asked, setAsked] = useState<{ id: string; title: string }>()
  const mayAsk = useCan(setConditions.permission)
  return (
    <>
      <EntityTable<typeof workPost>
        of={workPost}
        views={views}
        toolbar={<ApprovalsLink of="workPost" />}
        columns={[
          { key: 'title', align: 'left' },
          { key: 'unitId', width: 150, align: 'left' },
          { key: 'campusId', width: 110 },
          { key: 'postType', width: 80 },
          { key: 'schedule', title: '时段', width: 190, align: 'left', render: row => weekSpansText(row.schedule) },
          { key: 'rate', width: 120, render: row => payText(row) },
          { key: 'seatsLeft', width: 80 },
          { key: 'headcount', width: 80 },
          { key: 'applyTo', width: 150 },
          { key: 'state', width: 100 },
          { key: 'duties', hidden: true },
          { key: 'requires', hidden: true },
          { key: 'hoursPerWeek', hidden: true },
          { key: 'workFrom', hidden: true },
          { key: 'workTo', hidden: true },
          { key: 'difficultyFirst', hidden: true },
          { key: 'hazard', hidden: true },
          { key: 'safetyNote', hidden: true },
          { key: 'place', hidden: true },
        ]}
        filters={['unitId', 'campusId', 'postType', 'state']}
        facts={['rate', 'seatsLeft', 'applyTo']}
        form={{ size: 720, layout: postLayout }}
        rowActions={row => [
          <ActionButton key="publish" of={publishPost} input={{ id: row.id }} confirm={t('“{{title}}”招 {{n}} 人，交学工处审核。', { title: row.title, n: row.headcount })} />,
          mayAsk && (row.state === 'open' || row.state === 'pending') ? (
            <button key="conditions" type="button" className="ql-link" onClick={() => setAsked(row)}>
              {t('设置条件')}
            </button>
          ) : null,
          <ActionButton key="close" of={closePost} input={{ id: row.id }} confirm={t('“{{title}}”停止招聘，在岗的不受影响。', { title: row.title })} />,
          <FormButton key="reopen" of={reopenPost} input={{ id: row.id }} />,
        ]}
      />
      <Panel open={asked !== undefined} title={asked?.title} onClose={() => setAsked(undefined)} size={720}>
        {asked ? <Conditions id={asked.id} onClose={() => setAsked(undefined)} /> : null}
      </Panel>
    </>
  )
}
function Conditions({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(conditionsOfPost, { id })
  return <Loaded of={read}>{data => <ConditionsEditor of={workPost} save={setConditions} id={id} conditions={data.conditions} onClose={onClose} />}</Loaded>
}
