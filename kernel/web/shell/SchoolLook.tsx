import { Button, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { ANIMATIONS, LOOK_KEYS, type Look, themePart } from '#model/theme.ts'
import { useSignal } from '#web/base/signal.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { post } from '#web/http/client.ts'
import { notify } from '#web/http/notices.ts'
import { port } from '#web/http/ports.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { t } from '#web/i18n/index.ts'
import { endTrial, schoolLook, theme, tryLook } from '#web/theme/config.ts'
import style from './drawer.module.css'
import { Row } from './Row.tsx'

/** Settings that only the school decides. Changes are a preview until published. */
export function SchoolLook() {
  const config = useSignal(theme)
  const flag = (key: 'isShowLogo' | 'isBreadcrumb' | 'isFooter' | 'isGrayscale' | 'isLockScreen', name: string) => (
    <Row name={name}>{id => <Switch id={id} checked={config[key]} onChange={on => tryLook({ [key]: on })} />}</Row>
  )
  const animations = [t('向右滑入'), t('向左滑入'), t('淡入')]
  return (
    <>
      <h3 className={style.title}>{t('学校外观')}</h3>
      <p className={style.note}>{t('先在这里试，发布后对全校生效')}</p>
      {flag('isShowLogo', t('显示标志'))}
      {flag('isBreadcrumb', t('显示所在位置'))}
      {flag('isFooter', t('显示页脚'))}
      {flag('isGrayscale', t('灰色模式'))}
      <Row name={t('切换动画')}>
        {id => (
          <Select
            id={id}
            value={config.animation}
            style={{ width: 140 }}
            options={ANIMATIONS.map((value, i) => ({ value, label: animations[i] }))}
            onChange={animation => tryLook({ animation })}
          />
        )}
      </Row>
      {flag('isLockScreen', t('无操作时锁屏'))}
      {config.isLockScreen && (
        <Row name={t('无操作多久锁屏')}>
          {id => (
            <InputNumber
              id={id}
              min={5}
              max={86_400}
              precision={0}
              suffix={t('秒')}
              style={{ width: 140 }}
              value={config.lockScreenTime}
              onChange={n => n && tryLook({ lockScreenTime: n })}
            />
          )}
        </Row>
      )}
    </>
  )
}
/** Publishes the current look as the default for everybody without own choices. */
export function PublishLook() {
  const config = useSignal(theme)
  const [state, setState] = useState<'closed' | 'asked' | 'busy'>('closed')
  const [error, setError] = useState<unknown>()
  const look: Look = themePart(config as unknown as Record<string, unknown>, LOOK_KEYS)
  const before = schoolLook()
  const changed = LOOK_KEYS.filter(key => before[key] !== look[key])
  const publish = async () => {
    setState('busy')
    setError(undefined)
    try {
      await post(port('publishLook'), { theme: look }, { quiet: true })
      await queryClient.invalidateQueries({ queryKey: ['appInfo'] })
      endTrial()
      notify.success(t('已发布为学校默认外观'))
      setState('closed')
    } catch (failure) {
      setError(failure)
      setState('asked')
    }
  }
  return (
    <>
      <Button type="primary" disabled={!changed.length} onClick={() => setState('asked')}>
        {t('发布为学校默认')}
      </Button>
      <Dialog open={state !== 'closed'} title={t('发布为学校默认外观')} verb={t('发布')} busy={state === 'busy'} onAct={() => void publish()} onClose={() => setState('closed')}>
        {error ? <Refused what={t('没有发布')} error={error} /> : null}
        <p>{t('没有自己设置过的人都会看到现在这个外观，与原来的默认有 {{n}} 项不同', { n: changed.length })}</p>
      </Dialog>
    </>
  )
}
