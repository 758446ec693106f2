import { Button, Input } from 'antd'
import { ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { textIn } from './codes.ts'
import style from './scan.module.css'

/** Beside the camera, and in its place when it is refused: a picture of the code, or what it says. */
export function OtherWays({ onText }: { onText: (text: string) => void }) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isUnread, setUnread] = useState(false)
  const look = async (picture: File | undefined) => {
    if (!picture) return
    const text = await textIn(picture)
    setUnread(text === undefined)
    if (text !== undefined) onText(text)
  }
  const enter = () => {
    if (typed.trim()) onText(typed.trim())
  }
  return (
    <div className={style.ways}>
      {isUnread ? (
        <p className="ql-problem" role="alert">
          {t('图片里没有认出二维码，请换一张清楚的')}
        </p>
      ) : null}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('二维码的图片')}
        onChange={event => {
          void look(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="large" block icon={<ImageUp size={18} />} onClick={() => chooser.current?.click()}>
        {t('选一张二维码的图片')}
      </Button>
      <label htmlFor={id}>{t('或输入码上的文字')}</label>
      <div className={style.box}>
        <Input id={id} size="large" autoComplete="off" value={typed} onChange={event => setTyped(event.target.value)} onPressEnter={enter} />
        <Button size="large" disabled={!typed.trim()} onClick={enter}>
          {t('确定')}
        </Button>
      </div>
    </div>
  )
}
