import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { schoolDate, schoolMs } from '#model/school-time.ts'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { applyLink } from '#modules/leave/model/apply-link.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { type outingForm, registerOuting } from '../../model/actions.ts'
import type { Place } from '../MinePage.tsx'

const TEN_MINUTES = 600_000
const HOUR = 3_600_000
/** From the next ten minutes until 21:00, or for two hours if that is near. */
export function usualTimes(now = Date.now()): { outPlanned: string; backPlanned: string } {
  const out = Math.ceil((now + TEN_MINUTES / 2) / TEN_MINUTES) * TEN_MINUTES
  const day = schoolDate(out)
  const evening = schoolMs(day, '21:00')
  return { outPlanned: new Date(out).toISOString(), backPlanned: new Date(Math.max(evening, out + 2 * HOUR)).toISOString() }
}
const LAYOUT: FormLayout = [
  'place',
  { field: 'cantonCode', render: props => <CantonPicker {...props} /> },
  'purpose',
  'outPlanned',
  'backPlanned',
  'contactPhone',
  { title: '可以不填', fields: ['transport', 'companions', { field: 'members', help: '替同行的同学登记，他们各自确认后生效', render: props => <Numbers {...props} /> }] },
]
/** Registers a trip; known values are prefilled. */
export function RegisterForm({ known, place, onClose }: { known: AnswerOf<typeof outingForm>; place: Place; onClose: () => void }) {
  const [initial] = useState(() => ({
    purpose: 'shopping',
    ...usualTimes(),
    ...(known.contactPhone ? { contactPhone: known.contactPhone } : {}),
    ...(known.homeCanton && !place.cantonCode && known.recent[0] ? { cantonCode: known.recent[0].cantonCode } : {}),
    ...Object.fromEntries(Object.entries(place).filter(([, v]) => v)),
  }))
  return (
    <ActionForm
      of={registerOuting}
      layout={LAYOUT}
      initial={initial}
      changes={['processTask', 'processInstance']}
      done={known.needsApproval ? t('已提交，等辅导员审批') : t('已登记，注意安全')}
      onClose={onClose}
      note={({ outPlanned, backPlanned, cantonCode }) => (
        <p className="ql-help">
          {known.needsApproval ? t('提交后由辅导员审批。') : t('登记后立即生效。')}{' '}
          <Link to={applyLink({ from: outPlanned, to: backPlanned, region: cantonCode })}>{t('缺课或平日过夜？去请假')}</Link>
        </p>
      )}
    />
  )
}
/** Student numbers, typed or pasted one after another. */
function Numbers({ id, value, onChange, disabled }: { id: string; value: unknown; onChange: (value: unknown) => void; disabled: boolean }) {
  return (
    <Select
      id={id}
      mode="tags"
      disabled={disabled}
      value={Array.isArray(value) ? value : []}
      tokenSeparators={[' ', ',', '，', '、']}
      open={false}
      suffixIcon={null}
      placeholder={t('输入学号，回车')}
      onChange={next => onChange(next.length ? next : null)}
    />
  )
}
