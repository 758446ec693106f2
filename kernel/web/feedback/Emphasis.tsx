/** Sentence with emphasised parts between `**`. */
export const Emphasis = ({ text }: { text: string }) =>
  text.split('**').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence are never reordered
    at % 2 ? <b key={at}>{part}</b> : part,
  )
