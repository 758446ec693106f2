import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { hasUnsaved } from '#web/pages/unsaved.ts'
import style from './shell.module.css'

/** Notice that a newer build is available; never reloads by itself. */
export default function Updated() {
  const [isPut, setPut] = useState(false)
  if (isPut) return null
  return (
    <div className={style.updated} role="status">
      <div>
        <b>{t('平台刚刚更新过')}</b>
        <p>{hasUnsaved() ? t('还有没保存的内容，保存后再重新加载') : t('重新加载后使用新版本')}</p>
      </div>
      <Button onClick={() => setPut(true)}>{t('稍后')}</Button>
      <Button type="primary" onClick={() => location.reload()}>
        {t('重新加载')}
      </Button>
    </div>
  )
}
