//! The recorded conversation, which other ends of the wire are compared with.

use crate::client::Person;
use heibai_testing::conversation::Conversation;
use std::time::Duration;

#[tokio::test]
async fn the_recorded_conversation_is_answered_as_recorded() {
    let (server, _folder) = crate::server().await;
    let person = Person::guest(server.address()).await;
    let mut talk = Conversation::new();
    while let Some((method, path, body)) = talk.question() {
        let response = person.request(&method, &path, "", &body).await;
        if !talk.heard(response.status, &response.body) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    talk.check(std::env::var_os("BLESS").is_some());
}
