import { Button, Input } from 'antd'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { teamStates } from '../model/round.ts'
import { joinTeam, leaveTeam, makeTeam, saveCard } from '../model/team-actions.ts'
import style from './claim.module.css'
import type { Mine } from './parts.tsx'

const CHANGES = ['claimRound']
const { roundId: _roundId, ...CARD_FIELDS } = saveCard.input
/** 20-DC6: profile shown to future roommates, with consent only. */
export function CardPanel({ mine, onClose }: { mine: Mine; onClose: () => void }) {
  const [initial] = useState(() => ({ alias: mine.card?.alias ?? '', habits: mine.card?.habits ?? '', isShown: mine.card?.isShown ?? false }))
  const form = useFields(CARD_FIELDS, ['alias', 'habits', 'isShown'], initial)
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  useUnsaved(isChanged)
  const act = useAct(saveCard, { onDone: onClose, done: t('已保存'), changes: CHANGES })
  const send = () => {
    const { alias, habits, isShown } = form.values
    act.mutate({ roundId: mine.id, alias: text(alias), habits: text(habits), isShown: isShown === true }, { onError: form.refuse })
  }
  return (
    <Panel
      open
      title={t('我的名片')}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={send}>
            {t('保存')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} /> : null}
      <p className="ql-help">{t('同房间的同学只看得到这里写的，不会看到姓名、电话、生源地。不公开时什么都看不到。')}</p>
      <Fields form={form} />
    </Panel>
  )
}
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)

/** Teams: joined by code; the leader claims a room for all. */
export function TeamPanel({ mine, onClose }: { mine: Mine; onClose: () => void }) {
  const { team } = mine
  const isIn = team && team.state !== 'dissolved'
  return (
    <Panel open title={t('选床位小队')} onClose={onClose}>
      <p className="ql-help">{t('组队后由队长选房间：同一间房有足够的空床才成功，选中即确认，否则谁都不占。')}</p>
      {isIn ? <OwnTeam mine={mine} team={team} /> : <Joining mine={mine} />}
    </Panel>
  )
}
function OwnTeam({ mine, team }: { mine: Mine; team: NonNullable<Mine['team']> }) {
  return (
    <div className={style.team}>
      <p>
        {t('队号')} <b>{team.code}</b> <span className="ql-quiet">{t(teamStates.labels[team.state])}</span>
      </p>
      <ol>
        {team.members.map(m => (
          <li key={`${m.name}${m.className}${m.isMe}`}>
            <span>{m.name}</span>
            <span className="ql-quiet">{m.isMe ? t('我') : m.className}</span>
          </li>
        ))}
      </ol>
      {team.state === 'open' ? (
        <ActionButton
          of={leaveTeam}
          input={{ roundId: mine.id }}
          changes={CHANGES}
          danger
          confirm={team.isLeader ? t('你是队长，退出后小队解散。') : t('退出后可以自己选床位，也可以加入别的小队。')}
        >
          {team.isLeader ? t('解散小队') : t('退出小队')}
        </ActionButton>
      ) : null}
    </div>
  )
}
function Joining({ mine }: { mine: Mine }) {
  const [code, setCode] = useState('')
  const act = useAct(joinTeam, { changes: CHANGES, done: t('已加入小队') })
  return (
    <div className={style.team}>
      <ActionButton of={makeTeam} input={{ roundId: mine.id }} changes={CHANGES} type="primary" done={t('小队已组建')} />
      <p className="ql-quiet">{t('或输入同学给你的队号')}</p>
      <div className={style.join}>
        <Input
          value={code}
          maxLength={8}
          aria-label={t('队号')}
          onChange={e => setCode(e.target.value.toUpperCase())}
          onPressEnter={() => code && act.mutate({ roundId: mine.id, code })}
        />
        <Button disabled={!code} loading={act.isPending} onClick={() => act.mutate({ roundId: mine.id, code })}>
          {t('加入小队')}
        </Button>
      </div>
      {act.error ? <Refused what={t('没有加入小队')} error={act.error} /> : null}
    </div>
  )
}
