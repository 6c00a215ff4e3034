/** Ends the run with one plain line that counts the tests. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numRuntimeErrorTestSuites: broken } = results;
    process.stdout.write(`\n${passed} passed, ${failed + broken} failed, ${skipped} skipped\n`);
  }
}
