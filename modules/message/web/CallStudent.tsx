import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Phone } from 'lucide-react'
import { student } from '#modules/student/model/student.ts'
import { address, failureText, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'

/** Reveals the whole number, which is audited, and dials it where the device can. */
export default function CallStudent({ id, phone }: { id: string; phone: string | null }) {
  const may = useCan('student:student:reveal')
  const reveal = useMutation({
    mutationFn: () => post<{ phone: string | null }>(address(student, 'reveal'), { id, fields: ['phone'], reason: '通知未读，电话联系' }),
    onSuccess: answer => {
      if (answer.phone) window.location.href = `tel:${answer.phone}`
    },
  })
  if (!phone) return <small>{t('没有电话')}</small>
  if (reveal.data?.phone) return <a href={`tel:${reveal.data.phone}`}>{reveal.data.phone}</a>
  return (
    <Button
      type="link"
      size="small"
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
