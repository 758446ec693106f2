import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { fileFault } from './fileFault.ts'
import style from './sheets.module.css'

/** Drop zone that also opens the file picker. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = fileFault(file)
    setFault(wrong)
    if (!wrong) onFile(file)
  }
  const { pick, input } = usePick({ accept: '.xlsx', onPick: ([file]) => take(file) })
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
        <span>.xlsx</span>
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
