import { Button, Modal } from 'antd'
import type { Realm } from '#web/credentials/realm.ts'
import { t } from '#web/i18n/index.ts'
import style from './ways.module.css'

const helpOf = (realm: Realm): ReadonlyArray<readonly [string, string]> => [
  realm.name === 'admin'
    ? [t('用户名填什么'), t('学生填学号，教职工填工号，也可以填自己的用户名')]
    : realm.name === 'welcome'
      ? [t('用户名填什么'), t('填考生号或身份证号，初始密码印在录取通知书上')]
      : [t('用户名填什么'), t('填考生号或身份证号；还没有账号的先注册')],
  [t('第一次登录'), t('初始密码由学校发放，登录后要先换成自己的密码')],
  [t('忘记密码'), t('用验证过的手机号找回；没有验证过手机号的，请学生找辅导员、教职工找管理员重置')],
  [t('提示账号已锁定'), t('连续输错密码会锁定一段时间，到时间自动解开；学校的统一入口不受影响')],
]
/** Frequently asked questions about signing in. */
export default function LoginHelp({ realm, open, onClose }: { realm: Realm; open: boolean; onClose: () => void }) {
  return (
    <Modal
      title={t('登录帮助')}
      open={open}
      onCancel={onClose}
      width={480}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('知道了')}
        </Button>
      }
    >
      <dl className={style.help}>
        {helpOf(realm).map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
