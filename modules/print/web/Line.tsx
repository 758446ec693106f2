import { Input } from 'antd'
import { t } from '#web/i18n/index.ts'
import style from './print.module.css'

/** A text input; built-in text is shown translated until edited. */
export const Line = ({ id, label, value, onChange }: { id: string; label: string; value: string; onChange: (next: string) => void }) => (
  <label className={style.field} htmlFor={id}>
    <span className={style.label}>{label}</span>
    <Input id={id} value={value && t(value)} maxLength={40} placeholder={t('不写就没有')} onChange={e => onChange(e.target.value)} />
  </label>
)
