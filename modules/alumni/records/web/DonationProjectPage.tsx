import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { donationEntry } from '../model/donation.ts'
import { closeProject, openProject, spend } from '../model/donation-actions.ts'
import { donationProject, projectStates } from '../model/donation-project.ts'
import { CHANGES } from './labels.ts'

const VIEWS = { projects: { label: '项目' }, entries: { label: '台账' } } as const
/** 捐赠项目, and the entries that make up their sums. */
export default function DonationProjectPage() {
  const views = useView(VIEWS)
  if (views.view === 'entries')
    return (
      <EntityTable<typeof donationEntry>
        of={donationEntry}
        title={t('捐赠台账#many')}
        views={views}
        columns={[
          { key: 'on', width: 120 },
          { key: 'accountId', width: 200, align: 'left' },
          { key: 'kind', width: 90 },
          { key: 'amount', width: 120 },
          { key: 'donationId', width: 160 },
          { key: 'reason', width: 260, align: 'left' },
        ]}
        facts={['on', 'kind', 'amount']}
        filters={['accountId', 'kind', 'on']}
      />
    )
  return (
    <EntityTable<typeof donationProject>
      of={donationProject}
      title={t('捐赠项目#many')}
      views={views}
      columns={[
        { key: 'title', width: 200, align: 'left' },
        { key: 'purpose', width: 110 },
        { key: 'goal', width: 120 },
        { key: 'received', width: 120 },
        { key: 'goods', width: 120 },
        { key: 'used', width: 120 },
        { key: 'donors', width: 100 },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
        { key: 'state', width: 100 },
      ]}
      facts={['received', 'used', 'state']}
      filters={['purpose', 'state']}
      rowActions={row => [
        projectStates.allows(row, 'open') ? <ActionButton key="open" of={openProject} input={{ id: row.id }} changes={CHANGES} /> : null,
        projectStates.allows(row, 'close') ? (
          <ActionButton key="close" of={closeProject} input={{ id: row.id }} changes={CHANGES} confirm={t('结束后不能再捐赠，可以重新发布。')} />
        ) : null,
        projectStates.allows(row, 'spend') ? <FormButton key="spend" of={spend} input={{ id: row.id }} changes={CHANGES} note={t('公布后校友都能看到，不能修改。')} /> : null,
      ]}
      form={{ layout: ['title', 'purpose', 'goal', 'from', 'to', 'text'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('向校友募集什么，收到多少，用在哪里。'),
  who: t('学工处建项目；财务处登记捐赠、公布使用。'),
  first: t('写好介绍和目标再发布；收到的钱用了多少，随时公布。'),
})
