import { Button } from 'antd'
import { Phone } from 'lucide-react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { helpLines } from '../../model/turnout.ts'

const Line = ({ label, number }: { label: string; number: string }) => (
  <Stack gap={1}>
    <span>{label}</span>
    <Button block size="large" type="primary" icon={<Phone size={16} />} href={`tel:${number}`} aria-label={`${label} ${number}`}>
      {number}
    </Button>
  </Stack>
)
/** Whom to call at once. */
export function HelpLines() {
  const read = useRead(helpLines, {})
  return (
    <Loaded of={read}>
      {({ schoolLine, nationalLine }) => (
        <Stack gap={2}>
          <Line label={t('全国统一心理援助热线')} number={nationalLine} />
          {schoolLine ? <Line label={t('学校 24 小时热线')} number={schoolLine} /> : null}
          <p className="ql-help">{t('有人正处在危险中，请马上拨打 110 或 120，并告诉身边的老师。')}</p>
        </Stack>
      )}
    </Loaded>
  )
}
