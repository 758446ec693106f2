import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { myPhrases, savePhrases } from '../../model/decide.ts'
import style from './case.module.css'

const MOST = 20
const LONGEST = 200

interface PhrasesProps {
  /** Those of the step and of the user. */
  phrases: readonly string[]
  /** Number shown inline; the others are in the dialog. */
  shown: number
  onPick: (phrase: string) => void
}
/** Quick phrases, and the dialog to edit one's own. */
export function Phrases({ phrases, shown, onPick }: PhrasesProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <fieldset className={style.phrases} aria-label={t('常用语')}>
      {phrases.slice(0, shown).map(phrase => (
        <button key={phrase} type="button" title={phrase} onClick={() => onPick(phrase)}>
          {phrase}
        </button>
      ))}
      <button type="button" className={style.plus} aria-label={t('常用语')} title={t('常用语')} onClick={() => setEditing(true)}>
        <Plus size={14} aria-hidden="true" />
      </button>
      {isEditing ? (
        <EditPhrases
          more={phrases.slice(shown)}
          onPick={phrase => {
            onPick(phrase)
            setEditing(false)
          }}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </fieldset>
  )
}
function EditPhrases({ more, onPick, onClose }: { more: readonly string[]; onPick: (phrase: string) => void; onClose: () => void }) {
  const own = useRead(myPhrases, {})
  const [edited, setEdited] = useState<string[]>()
  const save = useAct(savePhrases, { changes: ['processInstance'], done: t('常用语已保存'), onDone: onClose })
  const known = (own.data ?? []).map(phrase => phrase.text)
  const lines = edited ?? known
  const kept = lines.map(line => line.trim()).filter(Boolean)
  const others = more.filter(phrase => !known.includes(phrase))
  return (
    <Dialog
      open
      title={t('我的常用语')}
      verb={t('保存')}
      busy={save.isPending}
      disabled={edited === undefined}
      onAct={() => save.mutate({ phrases: [...new Set(kept)] })}
      onClose={onClose}
    >
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      {others.length ? (
        <div className={`${style.phrases} ${style.all}`}>
          {others.map(phrase => (
            <button key={phrase} type="button" onClick={() => onPick(phrase)}>
              {phrase}
            </button>
          ))}
        </div>
      ) : null}
      {own.isPending ? <Bars lines={3} /> : null}
      <ul className={style.ownPhrases}>
        <EditedRows rows={lines} onChange={setEdited}>
          {(line, { at, put, drop }) => (
            <li>
              <Input value={line} maxLength={LONGEST} aria-label={t('常用语 {{n}}', { n: at + 1 })} onChange={event => put(event.target.value)} />
              <Button disabled={!line.trim()} onClick={() => onPick(line.trim())}>
                {t('用这句')}
              </Button>
              <Button type="text" aria-label={t('删除这句')} icon={<X size={15} />} onClick={drop} />
            </li>
          )}
        </EditedRows>
      </ul>
      {lines.length < MOST ? (
        <Button type="dashed" block icon={<Plus size={14} />} onClick={() => setEdited([...lines, ''])}>
          {t('添加一句')}
        </Button>
      ) : (
        <p className="ql-help">{t('最多 {{n}} 句', { n: MOST })}</p>
      )}
    </Dialog>
  )
}
