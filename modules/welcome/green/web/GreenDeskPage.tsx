import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { FindPerson, type Who } from '../../desk/web/public/FindPerson.tsx'
import { PointPage } from '../../desk/web/public/PointPage.tsx'
import { approveOnSite, siteCard } from '../model/application.ts'
import { LinesInput } from './green/LinesInput.tsx'

type Found = AnswerOf<typeof siteCard>

/** 迎新 → 现场绿色通道: an officer at a point agrees at once. */
export default function GreenDeskPage() {
  return <PointPage title={t('现场绿色通道')}>{point => <AtPoint key={point.id} pointId={point.id} />}</PointPage>
}
function AtPoint({ pointId }: { pointId: string }) {
  const [who, setWho] = useState<Who>()
  const read = useRead(siteCard, { pointId, ...who }, { enabled: Boolean(who) })
  return (
    <>
      <FindPerson onFind={setWho} />
      {who && read.error ? <Refused what={t('不能办理')} error={read.error} /> : null}
      {who && read.data && !read.error ? <Approve key={JSON.stringify(who)} pointId={pointId} who={who} of={read.data} onDone={() => setWho(undefined)} /> : null}
    </>
  )
}
interface ApproveProps {
  pointId: string
  who: Who
  of: Found
  onDone: () => void
}
function Approve({ pointId, who, of, onDone }: ApproveProps) {
  const [isChecked, setChecked] = useState(false)
  const layout = useMemo((): FormLayout<keyof typeof approveOnSite.input> => {
    const dues = of.lines.flatMap(line => (line && !line.isVoluntary ? [line] : []))
    return ['reasons', { field: 'lines', render: props => <LinesInput {...props} dues={dues} /> }, 'loanReceiptCode', 'packages', 'expectedPay', 'note']
  }, [of])
  const { form, isBusy, send } = useActionForm(approveOnSite, {
    layout,
    input: { pointId, ...who, idChecked: isChecked },
    changes: ['welcomeStepState'],
    done: false,
    onDone: ({ deferred, until }) => {
      notify.success(t('{{name}}缓缴 {{amount}}，到 {{date}}', { name: of.name, amount: formatMoney(deferred), date: formatDate(until ?? '') }))
      onDone()
    },
  })
  return (
    <Sheet title={of.name}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap={3}>
          {of.pending ? <p role="status">{t('有一份申请正在审批，现场同意后它就结束')}</p> : null}
          {of.deferred ? <p>{t('已缓缴 {{amount}}', { amount: formatMoney(of.deferred) })}</p> : null}
          {form.refusal ? <Refused what={t('没有办成')} error={form.refusal} /> : null}
          <Fields form={form} disabled={isBusy} />
          {of.mustCheckId ? (
            <Checkbox checked={isChecked} onChange={e => setChecked(e.target.checked)}>
              {t('已核对身份证件')}
            </Checkbox>
          ) : null}
          <Button type="primary" size="large" htmlType="submit" block loading={isBusy} disabled={of.mustCheckId && !isChecked}>
            {t('现场同意')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('在现场直接同意绿色通道，不用再等审批。'),
  who: t('学工处在办理点的工作人员。'),
  first: t('扫学生的迎新码，选缓缴哪些费用、缓缴多少。'),
})
