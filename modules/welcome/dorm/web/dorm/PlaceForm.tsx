import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { placeInBed } from '../../model/needs.ts'

interface PlaceFormProps {
  batchId: string
  who: { studentId: string; name: string }
  onClose: () => void
}
/** A bed for one student, given by hand. */
export const PlaceForm = ({ batchId, who, onClose }: PlaceFormProps) => (
  <ActionForm
    of={placeInBed}
    title={t('给{{name}}安排床位', { name: who.name })}
    input={{ batchId, studentId: who.studentId }}
    changes={['claimLink', 'dormStay']}
    onClose={onClose}
  />
)
