import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { preEnrol } from '../model/actions.ts'
import style from './student.module.css'
import { studentLayout } from './studentForm.tsx'

/** Form for an admitted student who has not arrived yet: few required fields. */
export const PreEnrolForm = ({ onClose }: { onClose: () => void }) => (
  <ActionForm
    of={preEnrol}
    size={720}
    layout={studentLayout()}
    initial={{ idType: '1', nationalityCode: '156', studyForm: '1' }}
    note={<p className={`ql-help ${style.note}`}>{t('学号、电话等可以以后补，办理入学时必须齐全')}</p>}
    onClose={onClose}
  />
)
