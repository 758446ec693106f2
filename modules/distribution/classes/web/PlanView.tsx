import { Loading } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { planBoard, previewPlan, publishPlan } from '../model/actions.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPair } from '../model/pair.ts'
import { planStates } from '../model/plan.ts'
import { type Board, BoardColumns } from './BoardColumns.tsx'

const VIEWS = { board: '分班', list: '名单', pairs: '同班与分班' } as const
/** Entities besides the plan that an act on it changes. */
const CHANGES = ['distributionLine', 'student', 'stuClass']

/** One plan: rules, classes and who has none; the list; requirements of pairs. */
export function PlanView({ id, onBack }: { id: string; onBack: () => void }) {
  const read = useRead(planBoard, { id })
  const views = useView(VIEWS)
  const { data } = read
  if (!data) return <Loading of={read} lines={12} />
  return (
    <Page
      back={onBack}
      title={
        <>
          {data.name} <StateTag of={planStates} state={data.state} />
        </>
      }
      views={<ViewSwitch of={views} />}
      actions={<Acts id={id} plan={data} />}
    >
      {views.view === 'board' ? <BoardColumns id={id} board={data} /> : views.view === 'list' ? <Lines planId={id} /> : <Pairs planId={id} isOpen={data.state !== 'published'} />}
    </Page>
  )
}
function Acts({ id, plan }: { id: string; plan: Board }) {
  const placed = plan.classes.reduce((sum, c) => sum + c.size - c.before, 0)
  return (
    <>
      {planStates.allows(plan, 'preview') ? (
        <FormButton
          of={previewPlan}
          input={{ id }}
          changes={CHANGES}
          note={t('按规则重新编班，手工固定的学生不动。不填种子就用方案的种子，结果和上次一样；换一个种子换一种分法。')}
          done={t('已试分')}
        />
      ) : null}
      {planStates.allows(plan, 'publish') ? (
        <ActionButton
          of={publishPlan}
          type="primary"
          input={{ id }}
          changes={CHANGES}
          confirm={
            plan.unassigned
              ? t('把 {{placed}} 名学生编入班级并通知本人，另有 {{unassigned}} 名学生不编班。发布后不能撤回。', { placed, unassigned: plan.unassigned })
              : t('把 {{placed}} 名学生编入班级并通知本人。发布后不能撤回。', { placed })
          }
          done={t('已发布')}
        />
      ) : null}
    </>
  )
}
const Lines = ({ planId }: { planId: string }) => (
  <EntityTable<typeof distributionLine>
    of={distributionLine}
    title={false}
    where={{ planId }}
    columns={[
      { key: 'studentId', title: t('学生'), width: 130, align: 'left' },
      { key: 'studentNo', width: 130 },
      { key: 'genderCode', width: 80 },
      { key: 'gradeMajorId', width: 190 },
      { key: 'classId', width: 150 },
      { key: 'isLocked', width: 100 },
    ]}
    facts={['gradeMajorId', 'classId']}
    filters={['studentId', 'gradeMajorId', 'classId', 'isLocked']}
  />
)
const Pairs = ({ planId, isOpen }: { planId: string; isOpen: boolean }) => (
  <EntityTable<typeof distributionPair>
    of={distributionPair}
    title={false}
    where={{ planId }}
    verbs={isOpen ? ['add', 'update', 'remove'] : []}
    columns={[
      { key: 'studentId', title: t('学生'), width: 130, align: 'left' },
      { key: 'kind', width: 120 },
      { key: 'otherId', width: 130 },
      { key: 'note', width: 260, align: 'left' },
    ]}
    facts={['kind', 'otherId']}
    filters={['studentId', 'kind']}
    form={{ layout: ['kind', 'studentId', 'otherId', 'note'] }}
  />
)
