import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ForStudentPanel } from '#modules/workflow/applications/web/public/ForStudentPanel.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { enlistApplication } from '../model/application.ts'

/** 代为登记: staff register a student in their scope. */
export function ForStudent() {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(enlistApplication.applyFor.permission)) return null
  return (
    <>
      <Button type="primary" icon={<UserPlus size={16} />} onClick={() => setOpen(true)}>
        {t('代为登记')}
      </Button>
      {isOpen ? <Form onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function Form({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => ({ year: new Date().getFullYear(), kind: 'conscript' }))
  const form = useFields(enlistApplication.applyFor.input, ['studentId', 'year', 'season', 'kind', 'familyName', 'familyPhone'], start)
  return <ForStudentPanel of={enlistApplication.applyFor} title={t('代为登记')} form={form} submit={t('提交')} onClose={onClose} />
}
