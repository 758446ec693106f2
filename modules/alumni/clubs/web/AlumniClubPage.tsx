import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { alumniClub, alumniClubMember, alumniClubPost, clubStates } from '../model/club.ts'
import { appointOfficer, dissolveClub, endPost, mergeClub } from '../model/club-actions.ts'
import { alumniClubFounding } from '../model/founding.ts'
import { CLUB_LAYOUT } from './club-layout.tsx'
import { CLUB_CHANGES } from './labels.ts'

const VIEWS = {
  running: { label: '正常', where: { state: 'running' } },
  unled: { label: '没有负责人', where: { state: 'running', isLed: 'false' } },
  ended: { label: '已终止', where: { state: ['merged', 'dissolved'] } },
  members: { label: '会员' },
  posts: { label: '任职' },
  foundings: { label: '成立申请' },
} as const
/** 校友会管理: clubs with who is in, who leads them, and who proposes one. */
export default function AlumniClubPage() {
  const views = useView(VIEWS)
  if (views.view === 'members')
    return (
      <EntityTable<typeof alumniClubMember>
        of={alumniClubMember}
        title={t('校友会会员#many')}
        views={views}
        columns={[
          { key: 'clubId', width: 200, align: 'left' },
          { key: 'alumnusId', width: 120 },
          { key: 'state', width: 120 },
          { key: 'joinedOn', width: 120 },
          { key: 'leftOn', width: 120 },
          ...(['note', 'reason'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['clubId', 'state', 'joinedOn']}
        filters={['clubId', 'state', 'joinedOn']}
      />
    )
  if (views.view === 'posts')
    return (
      <EntityTable<typeof alumniClubPost>
        of={alumniClubPost}
        title={t('校友会任职#many')}
        views={views}
        columns={[
          { key: 'clubId', width: 200, align: 'left' },
          { key: 'alumnusId', width: 120 },
          { key: 'post', width: 100 },
          { key: 'from', width: 120 },
          { key: 'to', width: 120 },
        ]}
        facts={['clubId', 'post', 'from']}
        filters={['clubId', 'post', 'from']}
        rowActions={row => [<ActionButton key="end" of={endPost} input={{ id: row.id }} changes={CLUB_CHANGES} confirm={t('任职从今天起结束，记录保留。')} />]}
      />
    )
  if (views.view === 'foundings')
    return (
      <EntityTable<typeof alumniClubFounding>
        of={alumniClubFounding}
        title={t('校友会成立#many')}
        views={views}
        toolbar={<ApprovalsLink of="alumniClubFounding" />}
        columns={[
          { key: 'name', width: 200, align: 'left' },
          { key: 'kind', width: 90 },
          { key: 'alumnusId', width: 120 },
          { key: 'founders', width: 100 },
          { key: 'state', width: 110 },
          { key: 'clubId', width: 200, align: 'left' },
          ...(['canton', 'departmentId', 'intro', 'joinWay'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['kind', 'founders', 'state']}
        filters={['kind', 'state']}
      />
    )
  return (
    <EntityTable<typeof alumniClub>
      of={alumniClub}
      title={t('校友会#many')}
      views={views}
      columns={[
        { key: 'name', width: 200, align: 'left' },
        { key: 'kind', width: 90 },
        { key: 'cantonName', width: 150, align: 'left' },
        { key: 'members', width: 90 },
        { key: 'memberLimit', width: 110 },
        { key: 'officers', width: 180, align: 'left' },
        { key: 'joinWay', width: 110 },
        { key: 'foundedOn', width: 120 },
        { key: 'state', width: 100 },
        ...(['departmentId', 'intro', 'mergedIntoId', 'endedOn', 'endReason'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['members', 'officers', 'state']}
      filters={['kind', 'joinWay']}
      rowActions={row => [
        clubStates.allows(row, 'appoint') ? <FormButton key="appoint" of={appointOfficer} input={{ id: row.id }} changes={CLUB_CHANGES} /> : null,
        clubStates.allows(row, 'merge') ? (
          <FormButton key="merge" of={mergeClub} input={{ id: row.id }} danger changes={CLUB_CHANGES} note={t('会员转到并入的校友会，任职结束；原来的会员和任职记录都保留。')} />
        ) : null,
        clubStates.allows(row, 'dissolve') ? <FormButton key="dissolve" of={dissolveClub} input={{ id: row.id }} danger changes={CLUB_CHANGES} /> : null,
      ]}
      form={{
        layout: [...CLUB_LAYOUT, 'memberLimit'],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('所有校友会：会员、负责人、成立申请。'),
  who: t('校友工作办公室。会员的联系方式在校友档案里，要本人同意。'),
  first: t('先给没有负责人的校友会安排负责人，再审批成立申请。'),
})
