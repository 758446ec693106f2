import { Button } from 'antd'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { formatDatetime } from '#web/values/format.ts'
import style from './own.module.css'
import type { ApplicationFormState } from './useApplicationForm.ts'

interface ApplicationFormProps {
  of: ApplicationFormState
  title: string
  /** Path and title of the list of one's own. */
  own: { path: string; label: string }
  /** Cannot be submitted; the form shows why. */
  isBlocked: boolean
  /** What stands above the fields: time, type, outcome. */
  children: ReactNode
  /** Below the fields, in the same card. */
  more?: ReactNode
}
/** Page of an application form: link to earlier ones, form and submit button. */
export function ApplicationForm({ of: { form, isAgain, isBusy, savedAt, send }, title, own, isBlocked, children, more }: ApplicationFormProps) {
  return (
    <Page
      title={title}
      width="form"
      onSubmit={send}
      actions={
        <Link to={own.path} aria-label={own.label} className={style.earlier}>
          <History size={20} />
        </Link>
      }
      foot={
        <>
          <Button type="primary" size="large" block htmlType="submit" loading={isBusy} disabled={isBlocked}>
            {isAgain ? t('重新提交') : t('提交申请')}
          </Button>
          {savedAt && !isAgain ? <small role="status">{t('草稿已自动保存 {{time}}', { time: formatDatetime(new Date(savedAt).toISOString()) })}</small> : null}
        </>
      }
    >
      {children}
      <Sheet>
        {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
        {more}
      </Sheet>
    </Page>
  )
}
