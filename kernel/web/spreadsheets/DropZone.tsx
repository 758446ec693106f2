import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { fileFault } from './fileFault.ts'
import style from './sheets.module.css'

/** Drop zone that also opens the file picker. */
export function DropZone({ types = ['xlsx'], onFile }: { types?: readonly string[]; onFile: (file: File) => void }) {
  const endings = types.map(type => `.${type}`)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = fileFault(file, types)
    setFault(wrong)
    if (!wrong) onFile(file)
  }
  const { pick, input } = usePick({ accept: endings.join(','), onPick: ([file]) => take(file) })
  return (
    <>
      <button
        type="button"
        className={isOver ? `${style.drop} ql-on` : style.drop}
        onClick={pick}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <FileSpreadsheet size={24} />
        <b>{t('选择文件，或拖到这里')}</b>
        <span>{endings.join(' ')}</span>
      </button>
      {fault ? (
        <p className="ql-problem" role="alert">
          {fault}
        </p>
      ) : null}
      {input}
    </>
  )
}
