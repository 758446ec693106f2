import { useMutation } from '@tanstack/react-query'
import { Button, type ButtonProps } from 'antd'
import { Phone } from 'lucide-react'
import { type Entity, permissionKey } from '#model'
import { address, failureText, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { student } from '../model/student.ts'

interface Called extends Pick<ButtonProps, 'type' | 'size'> {
  id: string
  /** As shown: masked. */
  phone: string | null
  /** Whose number it is, if not the student's own. */
  of?: Entity
  field?: string
}
/** Reveals the whole number, which is audited, and dials it where the device can. */
export function CallStudent({ id, phone, of = student, field = 'phone', type = 'link', size = 'small' }: Called) {
  const may = useCan(permissionKey(of, 'reveal'))
  const reveal = useMutation({
    mutationFn: () => post<Record<string, string | null>>(address(of, 'reveal'), { id, fields: [field], reason: '电话联系' }),
    onSuccess: answer => {
      if (answer[field]) window.location.href = `tel:${answer[field]}`
    },
  })
  if (!phone) return <small>{t('没有电话')}</small>
  const whole = reveal.data?.[field]
  if (whole)
    return (
      <Button type={type} size={size} href={`tel:${whole}`}>
        {whole}
      </Button>
    )
  return (
    <Button
      type={type}
      size={size}
      disabled={!may}
      loading={reveal.isPending}
      icon={<Phone size={13} />}
      onClick={() => reveal.mutate()}
      title={reveal.error ? failureText(reveal.error) : t('拨打')}
    >
      {phone}
    </Button>
  )
}
