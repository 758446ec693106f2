import { Star } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { endFollowUp, followUp, myFollowUp } from '../../model/profile.ts'
import { dayOf } from './useProfile.ts'

/** The reader's own mark on a student, which is a to-do of theirs. */
export function FollowUp({ id }: { id: string }) {
  return useCan(followUp.permission) ? <Mark id={id} /> : null
}
function Mark({ id }: { id: string }) {
  const { data } = useRead(myFollowUp, { id })
  if (!data)
    return (
      <FormButton of={followUp} input={{ id }} icon={<Star size={15} />} changes={['todo']} note={t('只有你看得到，到时会在你的待办里提醒。')}>
        {t('标记跟进')}
      </FormButton>
    )
  const day = data.dueAt ? formatDate(dayOf(data.dueAt)) : null
  const when = day ? t('跟进，{{day}} 提醒', { day }) : t('跟进中')
  return (
    <ActionButton of={endFollowUp} input={{ id }} changes={['todo']} icon={<Star size={15} fill="currentColor" />} confirm={data.note || t('跟进完成后会从你的待办里消失。')}>
      {when}
    </ActionButton>
  )
}
