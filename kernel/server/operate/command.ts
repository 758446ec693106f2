export const say = (words: string): void => void process.stdout.write(`${words}\n`)

/** Runs a command of the operator: what goes wrong is one sentence and exit code 1. */
export async function command(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}
