import path from 'node:path';

const toLine = ({ seconds, name }) => `${seconds.toFixed(1).padStart(7)}  ${name}\n`;

/** Prints the slowest files at the end of the run, and a line that counts the tests. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const files = results.testResults.map(({ perfStats, testFilePath, displayName }) => ({
      seconds: (perfStats.end - perfStats.start) / 1000,
      name:
        path.relative(process.cwd(), testFilePath) + (displayName ? ` (${displayName.name})` : ''),
    }));
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
    process.stdout.write(`\nThe slowest files, in seconds:\n${slowest.map(toLine).join('')}`);
    const {
      numPassedTests: passed,
      numFailedTests: failed,
      numPendingTests: skipped,
      numRuntimeErrorTestSuites: broken,
    } = results;
    process.stdout.write(`\n${passed} passed, ${failed + broken} failed, ${skipped} skipped\n`);
  }
}
