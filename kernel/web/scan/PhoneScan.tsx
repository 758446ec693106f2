import { useNavigate } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { placeIn } from './place.ts'
import { Scanner } from './Scanner.tsx'

/** 扫一扫: opens the page of this platform that a code refers to: an access point, a sign-in, a big screen to pair. */
export default function PhoneScan({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Scanner
      title={t('扫一扫')}
      help={t('对准签到码、门牌码、登录码或其他由本平台生成的二维码')}
      other={t('这不是本平台的二维码')}
      onRead={text => {
        const place = placeIn(text, location.origin)
        if (!place) return false
        onClose()
        navigate(place)
        return true
      }}
      onClose={onClose}
    />
  )
}
