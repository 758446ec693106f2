import style from './own.module.css'

/** A few large options side by side; drawn as buttons, exposed as radio buttons. */
export function Choices({ label, name, options, value, onPick }: ChoicesProps) {
  return (
    <fieldset className={`ql-sheet ${style.card} ${style.choices}`}>
      <legend className={style.hidden}>{label}</legend>
      {options.map(option => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onPick(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
interface ChoicesProps {
  label: string
  name: string
  options: ReadonlyArray<{ value: string; label: string }>
  value: string
  onPick: (value: string) => void
}
