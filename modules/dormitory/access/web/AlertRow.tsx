import { Button, Checkbox } from 'antd'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { alertStates, alertTypes, EXPLANATIONS } from '../model/access-alert.ts'
import { takeAlerts } from '../model/alert-actions.ts'
import style from './access.module.css'
import { type AlertItem, alertText } from './labels.ts'

interface Props {
  item: AlertItem
  mayHandle: boolean
  isPicked: boolean
  onPick: (isOn: boolean) => void
  onOpen: () => void
  onClose: () => void
}
/** One alert with student, passage, state and primary action. A card on phones. */
export function AlertRow({ item, mayHandle, isPicked, onPick, onOpen, onClose }: Props) {
  return (
    <li aria-label={item.name}>
      {mayHandle ? (
        <Checkbox className={classes(style.pick)} checked={isPicked} aria-label={t('选择 {{name}}', { name: item.name })} onChange={event => onPick(event.target.checked)} />
      ) : (
        <span className={style.pick} />
      )}
      <div className={style.type}>
        <StateTag of={alertTypes} state={item.type} />
      </div>
      <div className={style.who}>
        <button type="button" className="ql-link" onClick={onOpen}>
          {item.name}
        </button>
        <small>{[item.className, item.studentNo].filter(Boolean).join(' ')}</small>
      </div>
      <p>
        {alertText(item)}
        {item.isUncertain ? <small>{t('本楼有设备失联，不确定')}</small> : null}
      </p>
      <p>
        {item.bed ?? item.dormName}
        <small>{t('{{date}} 晚，{{time}} 发现', { date: formatDate(item.nightDate), time: formatDatetime(item.openedAt) })}</small>
      </p>
      <div>
        <StateTag of={alertStates} state={item.state} />
        {item.explainedBy && item.state === 'autoClosed' ? <small>{t(EXPLANATIONS[item.explainedBy])}</small> : null}
        {item.handledByName && item.state !== 'autoClosed' ? <small>{item.handledByName}</small> : null}
      </div>
      <div className={style.acts}>
        {mayHandle ? <CallStudent id={item.studentId} phone={item.phone} /> : null}
        {mayHandle && item.state === 'open' ? (
          <ActionButton of={takeAlerts} input={{ ids: [item.id] }} done={false}>
            {t('我来处理')}
          </ActionButton>
        ) : null}
        {mayHandle ? (
          <Button onClick={onClose}>{t('处理提醒')}</Button>
        ) : (
          <Button type="link" onClick={onOpen}>
            {t('查看')}
          </Button>
        )}
      </div>
    </li>
  )
}
