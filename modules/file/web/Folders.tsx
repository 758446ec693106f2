import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { fileFolder } from '../model/files.ts'

/** Folder tree next to the document list. */
export default function Folders({ onClose }: { onClose: () => void }) {
  return (
    <Panel open title={t('文件夹#many')} size={720} onClose={onClose}>
      <EntityTable of={fileFolder} title={false} columns={['name', 'parentId', 'sort']} detail={false} />
    </Panel>
  )
}
