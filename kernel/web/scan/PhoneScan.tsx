import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { type Reading, readingOf } from './reading.ts'
import { Scanner } from './Scanner.tsx'
import style from './scan.module.css'

type Foreign = Exclude<Reading, { kind: 'page' }>

/** 扫一扫: opens the page of this platform that a code refers to: an access point, a sign-in, a big screen to pair. Anything else is shown, and opened only when asked for. */
export default function PhoneScan({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [found, setFound] = useState<Foreign>()
  if (found) return <Found of={found} onAgain={() => setFound(undefined)} onClose={onClose} />
  return (
    <Scanner
      title={t('扫一扫')}
      help={t('对准签到码、门牌码、登录码或其他由本平台生成的二维码')}
      other={t('这不是本平台的二维码')}
      onRead={text => {
        const reading = readingOf(text, location.origin)
        if (reading.kind !== 'page') setFound(reading)
        else {
          onClose()
          navigate(reading.to)
        }
        return true
      }}
      onClose={onClose}
    />
  )
}
function Found({ of, onAgain, onClose }: { of: Foreign; onAgain: () => void; onClose: () => void }) {
  return (
    <Panel open title={t('扫到的内容')} onClose={onClose}>
      <div className={style.camera}>
        <p>{of.kind === 'address' ? t('这是本平台以外的网址，确认可信再打开') : t('这不是本平台的二维码，内容是：')}</p>
        <p className={style.found}>{of.kind === 'address' ? of.href : of.text}</p>
        {of.kind === 'address' ? (
          <Button size="large" block href={of.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            {t('打开 {{host}}', { host: of.host })}
          </Button>
        ) : null}
        <Button type="primary" size="large" block onClick={onAgain}>
          {t('再扫一次')}
        </Button>
      </div>
    </Panel>
  )
}
