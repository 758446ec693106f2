import { Button } from 'antd'
import { Pin, PinOff } from 'lucide-react'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { pinQuestion, questionList, unpinQuestion } from '../model/actions.ts'

interface PinButtonProps {
  code: string
  departmentId?: string | null
  grade?: number | null
  isPinned: boolean
  /** Says what it does to the ear only. */
  isIcon?: boolean
}
/** Keeps a question on the desktop, or takes it away. */
export function PinButton({ code, departmentId = null, grade = null, isPinned, isIcon = false }: PinButtonProps) {
  const pin = useAct(pinQuestion, { done: t('已固定到桌面'), changes: [questionList.of] })
  const unpin = useAct(unpinQuestion, { done: t('已从桌面取下'), changes: [questionList.of] })
  const verb = isPinned ? t('取消固定') : t('固定到桌面')
  const press = (): void => (isPinned ? unpin.mutate({ code }) : pin.mutate({ code, departmentId, grade }))
  return (
    <Button
      type={isIcon ? 'text' : 'default'}
      icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
      loading={pin.isPending || unpin.isPending}
      onClick={press}
      {...(isIcon ? { 'aria-label': verb, title: verb } : {})}
    >
      {isIcon ? null : verb}
    </Button>
  )
}
