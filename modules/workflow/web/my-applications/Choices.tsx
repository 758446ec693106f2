import './own.css'

/** A few choices side by side, each the size of a thumb; drawn buttons, heard as the radio buttons they are. */
export function Choices({ label, name, options, value, onPick }: ChoicesProps) {
  return (
    <fieldset className="ql-sheet own-card own-choices">
      <legend className="own-hidden">{label}</legend>
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
