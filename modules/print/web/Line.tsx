import { Input } from 'antd'
import { t } from '#web/i18n/index.ts'

/** One line of words, shown in the reader's language as long as nobody changes the program's own. */
export const Line = ({ id, label, value, onChange }: { id: string; label: string; value: string; onChange: (next: string) => void }) => (
  <label className="print-field" htmlFor={id}>
    <span className="print-label">{label}</span>
    <Input id={id} value={value && t(value)} maxLength={40} placeholder={t('不写就没有')} onChange={e => onChange(e.target.value)} />
  </label>
)
