import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { batchUpdate } from '../model/actions.ts'
import { BATCH_FIELDS } from '../model/fields.ts'
import style from './student.module.css'

/** Sets the same values for many students; empty fields stay unchanged. */
export function BatchPanel({ rows, onClose, onDone }: { rows: ReadonlyArray<{ id: string; name: string }>; onClose: () => void; onDone: () => void }) {
  return (
    <ActionForm
      of={batchUpdate}
      title={t('批量修改 {{n}} 人', { n: rows.length })}
      input={{ ids: rows.map(r => r.id) }}
      layout={[...BATCH_FIELDS]}
      note={<p className={`ql-help ${style.note}`}>{t('只改填了的内容，其余保持原样。有一人不能改，就都不改。姓名、证件号、专业等入学后锁定的内容不在这里。')}</p>}
      done={t('已修改 {{n}} 人', { n: rows.length })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
