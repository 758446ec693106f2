import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { feeTalk } from '../model/fee-talk.ts'

/** What was said with a student about arrears. */
export const TalksPanel = ({ studentId, name, onClose }: { studentId: string; name: string; onClose: () => void }) => (
  <Panel open size={720} title={t('历次谈话：{{name}}', { name })} onClose={onClose}>
    <EntityTable<typeof feeTalk>
      of={feeTalk}
      title={t('历次谈话')}
      verbs={[]}
      where={{ studentId }}
      columns={[
        { key: 'talkedOn', width: 120 },
        { key: 'way', width: 90 },
        { key: 'note', align: 'left' },
        { key: 'promisedOn', width: 120 },
      ]}
    />
  </Panel>
)
