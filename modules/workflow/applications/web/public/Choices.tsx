import { Sheet } from '#web/feedback/Sheet.tsx'
import style from './own.module.css'

/** A few large options side by side; drawn as buttons, exposed as radio buttons. */
export function Choices({ label, name, options, value, onPick }: ChoicesProps) {
  return (
    <Sheet as="fieldset" className={style.choices}>
      <legend className={style.hidden}>{label}</legend>
      {options.map(option => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onPick(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </Sheet>
  )
}
interface ChoicesProps {
  label: string
  name: string
  options: ReadonlyArray<{ value: string; label: string }>
  value: string
  onPick: (value: string) => void
}
